//go:build !amd64 || purego

package point

import (
	"testing"

	"koblitz.dev/secp256k1/internal/scalar"
)

func laneSteps(_, _ *scalar.Scalar) []laneStep { return nil }

func checkMeeting(*testing.T, []scalar.Scalar, []scalar.Scalar, []Jacobian) {}
