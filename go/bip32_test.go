package secp256k1_test

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"koblitz.dev/secp256k1"
)

// An extended key of BIP-32 has a chain code beside the key.
type extended struct {
	key   secp256k1.SecretKey
	chain []byte
}

func derive(chain, data []byte) (tweak, next []byte) {
	h := hmac.New(sha512.New, chain)
	h.Write(data)
	sum := h.Sum(nil)
	return sum[:32], sum[32:]
}

// child is CKDpriv; the index of a hardened child has its highest bit set.
func (e *extended) child(index uint32) error {
	data := e.key.PublicKey().Bytes()
	if index>>31 == 1 {
		data = append([]byte{0}, e.key.Bytes()...)
	}
	tweak, next := derive(e.chain, binary.BigEndian.AppendUint32(data, index))
	defer clear(data)
	if err := e.key.TweakAdd(tweak); err != nil {
		return err // with a probability of 2^-127: the next index is taken
	}
	e.chain = next
	return nil
}

// publicChild is CKDpub, for who has no secret key.
func publicChild(pub secp256k1.PublicKey, chain []byte, index uint32) (secp256k1.PublicKey, []byte, error) {
	tweak, next := derive(chain, binary.BigEndian.AppendUint32(pub.Bytes(), index))
	child, err := pub.TweakAdd(tweak)
	return child, next, err
}

// BIP-32: the chain m/0'/1 of its first test vector, derived from the secret key
// and, the last step, from the public key alone.
func Example_bip32() {
	seed, _ := hex.DecodeString("000102030405060708090a0b0c0d0e0f")
	master, chain := derive([]byte("Bitcoin seed"), seed)
	e := extended{chain: chain}
	defer e.key.Wipe()
	if err := e.key.SetBytes(master); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("m      %x %x\n", e.key.PublicKey().Bytes(), e.chain)
	if err := e.child(0 | 1<<31); err != nil {
		fmt.Println(err)
		return
	}
	pub, chain := e.key.PublicKey(), e.chain
	fmt.Printf("m/0'   %x %x\n", pub.Bytes(), chain)
	if err := e.child(1); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("m/0'/1 %x %x\n", e.key.PublicKey().Bytes(), e.chain)

	pub, _, err := publicChild(pub, chain, 1)
	fmt.Println(pub == e.key.PublicKey(), err)
	// Output:
	// m      0339a36013301597daef41fbe593a02cc513d0b55527ec2df1050e2e8ff49c85c2 873dff81c02f525623fd1fe5167eac3a55a049de3d314bb42ee227ffed37d508
	// m/0'   035a784662a4a20a65bf6aab9ae98a6c068a81c52e4b032c0fb5400c706cfccc56 47fdacbd0f1097043b78c63c20c34ef4ed9a111d980047ad16282c7ae6236141
	// m/0'/1 03501e454bf00751f24b1b489aa925215d66af2234e3891c3b21a52bedb3cd711c 2a7857631386ba23dacac34180dd1983734e444fdbf774041578e9b6adb37c19
	// true <nil>
}
