"""The model: prompt, messages and the client of any OpenAI-compatible server."""
