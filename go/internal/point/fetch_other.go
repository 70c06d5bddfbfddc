//go:build !amd64 || purego

package point

func fetchBaseCode() {}

func fetchMulCode() {}
