package main

import (
	"bytes"
	"fmt"
	"strings"
)

// anySize is the size of fields that the library parses: to refuse a wrong
// length is its own business.
const anySize = 0

// fieldSizes lists the input fields of every operation of docs/protocol.md, in
// bytes.
var fieldSizes = map[string][]int{
	"empty":                 {},
	"pubkey_create":         {32},
	"ecdsa_sign":            {32, 32},
	"ecdsa_verify":          {65, 64, 32},
	"ecdsa_parse_verify":    {anySize, anySize, 32},
	"ecdsa_recover":         {64, 1, 32},
	"schnorr_sign":          {32, 32, 32},
	"schnorr_verify":        {32, 64, 32},
	"schnorr_parse_verify":  {32, 64, 32},
	"ecdh":                  {32, 65},
	"secret_mul":            {32, 65},
	"pubkey_parse33":        {anySize},
	"pubkey_parse65":        {anySize},
	"pubkey_tweak_add":      {65, 32},
	"xonly_tweak_add_check": {32, 1, 32, 32},
	"pubkey_combine":        {65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65, 65},
	"ellswift_encode":       {65, 32},
	"ellswift_decode":       {64},
	"ellswift_create":       {32, 32},
	"ellswift_xdh":          {64, 64, 32, 1},
	"seckey_verify":         {32},
	"seckey_negate":         {32},
	"seckey_tweak_add":      {32, 32},
	"seckey_tweak_mul":      {32, 32},
	"der_parse":             {anySize},
	"tagged_sha256":         {anySize, 64},
	"field_mul":             {32, 32},
	"field_sqr":             {32},
	"field_inv":             {32},
	"field_sqrt":            {32},
	"base_mul":              {32},
	"point_mul":             {32, 65},
}

// single returns the operation of one row that a batch, batch_OP_N, is made of,
// and any other name as it is.
func single(name string) string {
	op, batch := strings.CutPrefix(name, "batch_")
	if at := strings.LastIndexByte(op, '_'); batch && at > 0 {
		if op = op[:at]; op == "schnorr_all" {
			return "schnorr_verify"
		}
		return op
	}
	return name
}

// parseRow reads a row of fields of those sizes.
func parseRow(line []byte, sizes []int) (row, error) {
	var texts [][]byte
	if len(line) > 0 {
		texts = bytes.Split(line, []byte{' '})
	}
	if len(texts) != len(sizes) {
		return nil, fmt.Errorf("%d fields, want %d", len(texts), len(sizes))
	}
	fields := make(row, len(texts))
	for i, text := range texts {
		f, err := parseHex(text)
		if err != nil {
			return nil, fmt.Errorf("field %d: %w", i+1, err)
		}
		if want := sizes[i]; want != anySize && want != len(f) {
			return nil, fmt.Errorf("field %d: %d bytes, want %d", i+1, len(f), want)
		}
		fields[i] = f
	}
	return fields, nil
}

// parseHex reads a field: lowercase hex, or "-" for no bytes. The result is
// never nil.
func parseHex(text []byte) ([]byte, error) {
	if string(text) == "-" {
		return []byte{}, nil
	}
	if len(text) == 0 || len(text)%2 != 0 {
		return nil, fmt.Errorf("%d hex digits", len(text))
	}
	b := make([]byte, len(text)/2)
	for i, c := range text {
		var v byte
		switch {
		case '0' <= c && c <= '9':
			v = c - '0'
		case 'a' <= c && c <= 'f':
			v = c - 'a' + 10
		default:
			return nil, fmt.Errorf("%q is not a lowercase hex digit", c)
		}
		b[i/2] = b[i/2]<<4 | v
	}
	return b, nil
}
