//go:build !purego

package ct

const vectors = false // they have 128 bits
