package secp256k1

// An ErrorKind identifies a kind of error. It is compared with errors.Is.
type ErrorKind string

// The kinds of errors of [ParsePubKey].
const (
	// ErrPubKeyInvalidLen: a public key is not 33 or 65 bytes long.
	ErrPubKeyInvalidLen = ErrorKind("ErrPubKeyInvalidLen")

	// ErrPubKeyInvalidFormat: the first byte names none of the formats that have
	// this length.
	ErrPubKeyInvalidFormat = ErrorKind("ErrPubKeyInvalidFormat")

	// ErrPubKeyXTooBig: x is p or more.
	ErrPubKeyXTooBig = ErrorKind("ErrPubKeyXTooBig")

	// ErrPubKeyYTooBig: y is p or more.
	ErrPubKeyYTooBig = ErrorKind("ErrPubKeyYTooBig")

	// ErrPubKeyNotOnCurve: there is no such point.
	ErrPubKeyNotOnCurve = ErrorKind("ErrPubKeyNotOnCurve")

	// ErrPubKeyMismatchedOddness: a hybrid public key says that y is odd and it is
	// even, or the other way round.
	ErrPubKeyMismatchedOddness = ErrorKind("ErrPubKeyMismatchedOddness")
)

// Error returns the name of the kind.
func (e ErrorKind) Error() string { return string(e) }

// An Error is an error of a kind, with a description.
type Error struct {
	Err         error
	Description string
}

// Error returns the description.
func (e Error) Error() string { return e.Description }

// Unwrap returns the kind.
func (e Error) Unwrap() error { return e.Err }
