"""The model's own Block Kit: read strictly, made harmless, framed by us, and read back.

Pure, and the same for the same input: nothing has to be kept but what the model wrote.
"""
