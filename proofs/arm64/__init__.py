"""arm64: what instructions are by their bytes, and what they do."""
