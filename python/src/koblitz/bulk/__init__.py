"""The command koblitz-bulk: files of signatures of any size."""
