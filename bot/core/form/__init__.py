"""What a JSON Schema means as a form: fields, pages, conditions, values and their errors. Pure."""
