"""One module a library; each has contender(), which describes it."""
