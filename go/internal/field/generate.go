package field

//go:generate env GOWORK=off go run -C ../_asm .
