package schnorr

// An ErrorKind identifies a kind of error. It is compared with errors.Is.
type ErrorKind string

// The kinds of errors.
const (
	// ErrInvalidHashLen: a hash is not 32 bytes long.
	ErrInvalidHashLen = ErrorKind("ErrInvalidHashLen")
	// ErrPrivateKeyIsZero: a private key is 0.
	ErrPrivateKeyIsZero = ErrorKind("ErrPrivateKeyIsZero")
	// ErrSchnorrHashValue: the challenge is the order or more.
	ErrSchnorrHashValue = ErrorKind("ErrSchnorrHashValue")
	// ErrPubKeyNotOnCurve: a public key is no point of the curve.
	ErrPubKeyNotOnCurve = ErrorKind("ErrPubKeyNotOnCurve")
	// ErrSigRYIsOdd: the y of R is odd.
	ErrSigRYIsOdd = ErrorKind("ErrSigRYIsOdd")
	// ErrSigRNotOnCurve: R is infinity.
	ErrSigRNotOnCurve = ErrorKind("ErrSigRNotOnCurve")
	// ErrUnequalRValues: the x of R is not r.
	ErrUnequalRValues = ErrorKind("ErrUnequalRValues")
	// ErrSigTooShort: a signature has fewer than 64 bytes.
	ErrSigTooShort = ErrorKind("ErrSigTooShort")
	// ErrSigTooLong: a signature has more than 64 bytes.
	ErrSigTooLong = ErrorKind("ErrSigTooLong")
	// ErrSigRTooBig: r is the prime or more.
	ErrSigRTooBig = ErrorKind("ErrSigRTooBig")
	// ErrSigSTooBig: s is the order or more.
	ErrSigSTooBig = ErrorKind("ErrSigSTooBig")
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

func fail(kind ErrorKind, description string) error { return Error{kind, description} }
