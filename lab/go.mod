module koblitz.dev/lab

go 1.26.0
