package group

import (
	"fmt"
	"io"
)

// Format writes the name of the type in place of the value, for every verb of package fmt.
func (SecretScalar) Format(s fmt.State, _ rune) { io.WriteString(s, "group.SecretScalar") }

// Format writes the name of the type in place of the value, for every verb of package fmt.
func (SecretElement) Format(s fmt.State, _ rune) { io.WriteString(s, "group.SecretElement") }

// Format writes the name of the type in place of the value, for every verb of package fmt.
func (SecretPoint) Format(s fmt.State, _ rune) { io.WriteString(s, "group.SecretPoint") }

// Format writes the name of the type in place of the value, for every verb of package fmt.
func (NonceGenerator) Format(s fmt.State, _ rune) { io.WriteString(s, "group.NonceGenerator") }
