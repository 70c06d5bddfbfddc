package rfc6979

import "testing"

func BenchmarkNonce(b *testing.B) {
	var key, digest, k [32]byte
	b.ReportAllocs()
	for b.Loop() {
		var g Generator
		g.Init(&key, &digest, nil)
		g.Next(&k)
		digest[k[0]&31]++
	}
}
