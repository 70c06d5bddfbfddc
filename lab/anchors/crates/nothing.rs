// A package must have a target; these exist for their lock files only.
