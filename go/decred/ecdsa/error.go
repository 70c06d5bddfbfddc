package ecdsa

// An ErrorKind identifies a kind of error. It is compared with errors.Is.
type ErrorKind string

// The kinds of errors of [ParseDERSignature] and, from ErrSigInvalidLen on and
// for numbers out of range, of [RecoverCompact].
const (
	// ErrSigTooShort: a DER signature has fewer than 8 bytes.
	ErrSigTooShort = ErrorKind("ErrSigTooShort")
	// ErrSigTooLong: a DER signature has more than 72 bytes.
	ErrSigTooLong = ErrorKind("ErrSigTooLong")
	// ErrSigInvalidSeqID: it is no SEQUENCE.
	ErrSigInvalidSeqID = ErrorKind("ErrSigInvalidSeqID")
	// ErrSigInvalidDataLen: the length of the SEQUENCE is not that of what follows.
	ErrSigInvalidDataLen = ErrorKind("ErrSigInvalidDataLen")
	// ErrSigMissingSTypeID: it ends where s begins.
	ErrSigMissingSTypeID = ErrorKind("ErrSigMissingSTypeID")
	// ErrSigMissingSLen: it ends where the length of s would be.
	ErrSigMissingSLen = ErrorKind("ErrSigMissingSLen")
	// ErrSigInvalidSLen: s does not end where the signature does.
	ErrSigInvalidSLen = ErrorKind("ErrSigInvalidSLen")
	// ErrSigInvalidRIntID: r is no INTEGER.
	ErrSigInvalidRIntID = ErrorKind("ErrSigInvalidRIntID")
	// ErrSigZeroRLen: r has no bytes.
	ErrSigZeroRLen = ErrorKind("ErrSigZeroRLen")
	// ErrSigNegativeR: r is negative.
	ErrSigNegativeR = ErrorKind("ErrSigNegativeR")
	// ErrSigTooMuchRPadding: r begins with a needless zero.
	ErrSigTooMuchRPadding = ErrorKind("ErrSigTooMuchRPadding")
	// ErrSigRIsZero: r is 0.
	ErrSigRIsZero = ErrorKind("ErrSigRIsZero")
	// ErrSigRTooBig: r is the order or more.
	ErrSigRTooBig = ErrorKind("ErrSigRTooBig")
	// ErrSigInvalidSIntID: s is no INTEGER.
	ErrSigInvalidSIntID = ErrorKind("ErrSigInvalidSIntID")
	// ErrSigZeroSLen: s has no bytes.
	ErrSigZeroSLen = ErrorKind("ErrSigZeroSLen")
	// ErrSigNegativeS: s is negative.
	ErrSigNegativeS = ErrorKind("ErrSigNegativeS")
	// ErrSigTooMuchSPadding: s begins with a needless zero.
	ErrSigTooMuchSPadding = ErrorKind("ErrSigTooMuchSPadding")
	// ErrSigSIsZero: s is 0.
	ErrSigSIsZero = ErrorKind("ErrSigSIsZero")
	// ErrSigSTooBig: s is the order or more.
	ErrSigSTooBig = ErrorKind("ErrSigSTooBig")
	// ErrSigInvalidLen: a compact signature is not 65 bytes long.
	ErrSigInvalidLen = ErrorKind("ErrSigInvalidLen")
	// ErrSigInvalidRecoveryCode: the first byte of a compact signature is not in
	// [27, 34].
	ErrSigInvalidRecoveryCode = ErrorKind("ErrSigInvalidRecoveryCode")
	// ErrSigOverflowsPrime: the recovery code asks for an x of r plus the order,
	// which is not below the prime.
	ErrSigOverflowsPrime = ErrorKind("ErrSigOverflowsPrime")
	// ErrPointNotOnCurve: no key makes the compact signature one of the hash.
	ErrPointNotOnCurve = ErrorKind("ErrPointNotOnCurve")
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
