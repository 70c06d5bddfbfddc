//go:build !purego

package ct

const vectors = 0 // they have 128 bits
