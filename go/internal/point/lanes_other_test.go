//go:build !amd64 || purego

package point

import (
	"testing"

	"koblitz.dev/go/internal/scalar"
)

func laneSteps(_, _ *scalar.Scalar) []laneStep { return nil }

func checkMeeting(*testing.T, []scalar.Scalar, []scalar.Scalar, []Jacobian) {}
