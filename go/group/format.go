package group

import (
	"fmt"
	"io"
)

// Format writes the name of the type, whatever the verb: no secret reaches a log
// by accident.
func (SecretScalar) Format(s fmt.State, _ rune) { io.WriteString(s, "group.SecretScalar") }

// Format writes the name of the type, whatever the verb.
func (SecretElement) Format(s fmt.State, _ rune) { io.WriteString(s, "group.SecretElement") }

// Format writes the name of the type, whatever the verb.
func (SecretPoint) Format(s fmt.State, _ rune) { io.WriteString(s, "group.SecretPoint") }

// Format writes the name of the type, whatever the verb.
func (NonceGenerator) Format(s fmt.State, _ rune) { io.WriteString(s, "group.NonceGenerator") }
