package reference

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	dec "github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// published reads a file of the repository's folder vectors.
func published(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("../../../vectors/" + name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// pick returns the entries of a list of hexadecimal strings, keys uncompressed.
func pick(t *testing.T, list []string, indices []int) (out [][]byte) {
	t.Helper()
	for _, i := range indices {
		b := unhex(t, strings.ToLower(list[i]))
		if p, err := ParsePublic(b); err == nil {
			b = p
		}
		out = append(out, b)
	}
	return out
}

func TestMusigVectors(t *testing.T) {
	var agg struct {
		Pubkeys []string
		Valid   []struct {
			Keys     []int `json:"key_indices"`
			Expected string
		} `json:"valid_test_cases"`
	}
	published(t, "bip-0327/key_agg_vectors.json", &agg)
	for i, c := range agg.Valid {
		got, err := MusigAggregate(pick(t, agg.Pubkeys, c.Keys))
		if err != nil || !strings.EqualFold(hex.EncodeToString(got[1:33]), c.Expected) {
			t.Errorf("aggregation %d: %x, %v", i, got, err)
		}
	}

	var gen struct {
		Cases []struct {
			Rand           string `json:"rand_"`
			SK, Aggpk, Msg *string
			ExtraIn        *string `json:"extra_in"`
			Expected       string  `json:"expected_pubnonce"`
		} `json:"test_cases"`
	}
	published(t, "bip-0327/nonce_gen_vectors.json", &gen)
	tried := 0
	for i, c := range gen.Cases {
		if c.SK == nil {
			continue
		}
		tried++
		k, err := NewKey(unhex(t, *c.SK))
		if err != nil {
			t.Fatal(err)
		}
		n, err := k.musigNonce(unhex(t, strings.ToLower(c.Rand)), unhex(t, *c.Aggpk), unhex(t, *c.Msg), unhex(t, *c.ExtraIn))
		if err != nil || !strings.EqualFold(hex.EncodeToString(n.Public), c.Expected) {
			t.Errorf("nonce %d: %+v, %v", i, n, err)
		}
	}
	if len(agg.Valid) != 4 || tried != 3 {
		t.Errorf("%d aggregations, %d nonces", len(agg.Valid), tried)
	}

	type session struct {
		Sig      string
		Keys     []int `json:"key_indices"`
		Nonces   []int `json:"nonce_indices"`
		Msg      int   `json:"msg_index"`
		Signer   int   `json:"signer_index"`
		Expected string
	}
	var sign struct {
		SK                     string
		Pubkeys, Pnonces, Msgs []string
		Secnonces              []string
		Valid                  []session `json:"valid_test_cases"`
		Wrong                  []session `json:"verify_fail_test_cases"`
	}
	published(t, "bip-0327/sign_verify_vectors.json", &sign)
	k, err := NewKey(unhex(t, strings.ToLower(sign.SK)))
	if err != nil {
		t.Fatal(err)
	}
	nonce := &MusigNonce{}
	secret := unhex(t, strings.ToLower(sign.Secnonces[0]))
	nonce.k[0].SetByteSlice(secret[:32])
	nonce.k[1].SetByteSlice(secret[32:64])
	if len(sign.Valid) != 6 || len(sign.Wrong) != 3 {
		t.Errorf("%d and %d sessions", len(sign.Valid), len(sign.Wrong))
	}
	for i, c := range append(sign.Valid, sign.Wrong...) {
		pubs, nonces := pick(t, sign.Pubkeys, c.Keys), pick(t, sign.Pnonces, c.Nonces)
		s, err := NewMusigSession(pubs, nonces, unhex(t, strings.ToLower(sign.Msgs[c.Msg])))
		if err != nil {
			t.Fatal(err)
		}
		valid := c.Expected != ""
		part := unhex(t, strings.ToLower(c.Expected+c.Sig))
		if valid && !bytes.Equal(s.Sign(c.Signer, k, nonce), part) {
			t.Errorf("session %d: signed %x", i, s.Sign(c.Signer, k, nonce))
		}
		got, err := s.Verify(c.Signer, pubs[c.Signer], nonces[c.Signer], part)
		if err != nil || got != valid {
			t.Errorf("session %d: verified %t, %v", i, got, err)
		}
	}
}

// The ways from secrets and from public values alone agree.
func TestMusigOfSecrets(t *testing.T) {
	var keys []*Key
	var nonces []*MusigNonce
	var pubs, public [][]byte
	msg := bytes.Repeat([]byte{7}, 32)
	for i := range byte(5) {
		k, err := NewKey(bytes.Repeat([]byte{i + 1}, 32))
		if err != nil {
			t.Fatal(err)
		}
		n, err := k.MusigNonce(bytes.Repeat([]byte{i + 9}, 32), msg)
		if err != nil {
			t.Fatal(err)
		}
		keys, nonces = append(keys, k), append(nonces, n)
		pubs, public = append(pubs, k.Public[:]), append(public, n.Public)
	}
	a, err := NewMusigSession(pubs, public, msg)
	b, err2 := NewMusigSessionOf(keys, nonces, msg)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for i, k := range keys {
		if x, y := a.Sign(i, k, nonces[i]), b.Sign(i, k, nonces[i]); !bytes.Equal(x, y) {
			t.Errorf("signer %d: %x and %x", i, x, y)
		}
	}
}

// BIP-352's vectors, as far as they have at most one label.
func TestSilentPaymentsVectors(t *testing.T) {
	type vin struct {
		Txid string
		Vout uint32
	}
	var groups []struct {
		Comment string
		Sending []struct {
			Given struct {
				Vin        []vin
				Recipients []struct {
					Scan  string `json:"scan_pub_key"`
					Spend string `json:"spend_pub_key"`
					Count int
				}
			}
			Expected struct {
				Outputs [][]string
				Sum     string `json:"input_private_key_sum"`
			}
		}
		Receiving []struct {
			Given struct {
				Vin     []vin
				Outputs []string
				Keys    struct {
					Spend string `json:"spend_priv_key"`
					Scan  string `json:"scan_priv_key"`
				} `json:"key_material"`
				Labels []uint32
			}
			Expected struct {
				Outputs []struct {
					Tweak string `json:"priv_key_tweak"`
					Pub   string `json:"pub_key"`
				}
				Sum string `json:"input_pub_key_sum"`
			}
		}
	}
	published(t, "bip-0352/send_and_receive_test_vectors.json", &groups)
	first := func(list []vin) []byte {
		var all [][]byte
		for _, v := range list {
			id := unhex(t, v.Txid)
			slices.Reverse(id)
			all = append(all, append(id, byte(v.Vout), byte(v.Vout>>8), byte(v.Vout>>16), byte(v.Vout>>24)))
		}
		return slices.MinFunc(all, bytes.Compare)
	}
	parse := func(s string) []byte {
		p, err := ParsePublic(unhex(t, s))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	sent, scanned := 0, 0
	for _, g := range groups {
		for _, s := range g.Sending {
			var sum dec.ModNScalar
			sum.SetByteSlice(unhex(t, s.Expected.Sum))
			if len(s.Expected.Outputs[0]) == 0 || len(s.Expected.Outputs[0]) > 50 {
				continue
			}
			var recipients [][2][]byte
			for _, r := range s.Given.Recipients {
				for range max(r.Count, 1) {
					recipients = append(recipients, [2][]byte{parse(r.Scan), parse(r.Spend)})
				}
			}
			sender, err := newSilentSender(first(s.Given.Vin), &sum)
			if err != nil {
				t.Fatal(g.Comment, err)
			}
			out, err := sender.SilentOutputs(recipients)
			got := map[string]bool{}
			for i := 0; i < len(out); i += 32 {
				got[hex.EncodeToString(out[i:i+32])] = true
			}
			right := slices.ContainsFunc(s.Expected.Outputs, func(want []string) bool {
				return len(want) == len(got) && !slices.ContainsFunc(want, func(w string) bool { return !got[w] })
			})
			if err != nil || !right {
				t.Errorf("%s: sent %x, %v", g.Comment, out, err)
			}
			sent++
		}
		for _, r := range g.Receiving {
			labels := r.Given.Labels
			if len(labels) > 1 || len(r.Given.Outputs) > 50 || r.Expected.Sum == "" || len(r.Given.Outputs) == 0 {
				continue
			}
			m := []byte{255, 255, 255, 255} // of no address
			if len(labels) == 1 {
				m = []byte{byte(labels[0] >> 24), byte(labels[0] >> 16), byte(labels[0] >> 8), byte(labels[0])}
			}
			tweak := TaggedHash([]byte("BIP0352/Label"), unhex(t, r.Given.Keys.Scan), m)
			label, err := BaseMul(tweak[:])
			if err != nil {
				t.Fatal(err)
			}
			spend, err := BaseMul(unhex(t, r.Given.Keys.Spend))
			if err != nil {
				t.Fatal(err)
			}
			receiver, err := NewSilentReceiver(unhex(t, r.Given.Keys.Scan), spend, parse(r.Expected.Sum), first(r.Given.Vin), label, tweak[:])
			if err != nil {
				t.Fatal(g.Comment, err)
			}
			var outputs [][]byte
			for _, x := range r.Given.Outputs {
				outputs = append(outputs, append([]byte{4}, append(unhex(t, x), make([]byte, 32)...)...))
			}
			found, err := receiver.Scan(outputs)
			var want []string
			for _, o := range r.Expected.Outputs {
				want = append(want, o.Pub+o.Tweak)
			}
			var got []string
			for i := 2; i < len(found); i += 65 {
				got = append(got, hex.EncodeToString(found[i:i+64]))
			}
			slices.Sort(want)
			slices.Sort(got)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: found %v, want %v, %v", g.Comment, got, want, err)
			}
			scanned++
		}
	}
	if sent < 20 || scanned < 20 {
		t.Errorf("%d transactions sent, %d scanned", sent, scanned)
	}
}
