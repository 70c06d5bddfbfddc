package pool

import (
	"fmt"

	"koblitz.dev/lab/internal/ops"
)

// A Class is rows whose secrets have something in common, by which their times
// must not differ from those of other rows.
type Class struct {
	Name string
	Rows []Row
}

// How many rows a class has, and how many classes have a drawn secret.
const (
	classRows    = 64
	fixedSecrets = 4
)

// alone says for each operation with a secret whether a fixed secret key alone
// is put to the test, the other fields being drawn; where it is false, the
// secret nonce follows from all fields, so that all are fixed. Operations that
// are not here are too short or too long for the test, or take a time that
// depends on chance.
var alone = map[string]bool{
	"pubkey_create": true, "ecdh": true, "ellswift_xdh": true,
	"base_mul": true, "point_mul": true,
	"ecdsa_sign": false, "schnorr_sign": false, "musig_nonce_gen": false,
}

// Classes returns rows to see by whether an operation's time depends on its
// secrets: rows of secrets that are all drawn, then the classes to compare with
// them: of the secret key 3, and of some keys that are drawn. It returns nil for
// an operation that cannot be tested.
func (p *Pool) Classes(op string) ([]Class, error) {
	keyAlone, ok := alone[op]
	if o, found := ops.Find(op); !ok || !found || !o.Secret || p.file {
		return nil, nil
	}
	list := []Class{{Name: "secrets that are drawn"}, {Name: "the secret key 3"}}
	secrets := [][]byte{nil, append(make([]byte, 31), 3)}
	r := p.seed.stream("secrets", 0)
	for i := range fixedSecrets {
		list = append(list, Class{Name: fmt.Sprintf("secret %d", i+1)})
		secrets = append(secrets, r.scalar())
	}
	err := parallel(len(list), func(i int) error {
		c := &list[i]
		n := classRows
		whole := !keyAlone && i > 1 // one row, again and again
		if whole {
			n = 1
		}
		b := &block{name: "secrets", seed: p.seed}
		// All classes have the same public inputs, row by row; one that is whole
		// has the first row's. Every other tuple is there for the rows to refer
		// to: its key is public.
		for j := range 2 * n {
			s := p.seed.stream("class", j)
			secret := s.scalar()
			if secrets[i] != nil && j%2 == 0 {
				secret = secrets[i]
			}
			t, err := tupleOf(secret, s.bytes(32), s, partsOf[op])
			if err != nil {
				return rowError(op, c.Name, j, err)
			}
			b.tuples = append(b.tuples, t)
		}
		if partsOf[op]&partShared != 0 {
			if err := b.share(); err != nil {
				return err
			}
		}
		for j := range n {
			row, err := builders[op](b, 2*j)
			if err != nil {
				return rowError(op, c.Name, j, err)
			}
			c.Rows = append(c.Rows, row)
		}
		return nil
	})
	return list, err
}
