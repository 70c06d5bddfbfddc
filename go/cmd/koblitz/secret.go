package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// keyFlag adds the option that names the file of a secret key.
func keyFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "key", "", "`FILE` with the secret key, 64 hexadecimal digits; - is standard input (default: standard input, with a prompt on a terminal)")
}

// readSecret reads a secret key of 32 bytes. Its caller wipes it. No error
// repeats what was read.
func readSecret(ctx context.Context, file string) ([]byte, error) {
	text, err := readSecretText(ctx, file)
	defer clear(text)
	if err != nil {
		return nil, err
	}
	digits := bytes.TrimSpace(text)
	sec := make([]byte, 32)
	if len(digits) != 64 {
		return nil, fmt.Errorf("the secret key has %d characters, not 64 hexadecimal digits", len(digits))
	}
	if _, err := hex.Decode(sec, digits); err != nil {
		clear(sec)
		return nil, errors.New("the secret key is not 64 hexadecimal digits")
	}
	return sec, nil
}

func readSecretText(ctx context.Context, file string) ([]byte, error) {
	in := os.Stdin
	if file != "" && file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, unnamed(err)
		}
		defer f.Close()
		in = f
	}
	if term.IsTerminal(int(in.Fd())) {
		return prompt(ctx, int(in.Fd()))
	}
	const most = 1024
	text := make([]byte, most)
	n, err := io.ReadFull(in, text)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	switch {
	case err != nil && in != os.Stdin:
		err = unnamed(err)
	case err == nil && n == most:
		err = errors.New("the secret key is longer than 64 hexadecimal digits")
	}
	return text[:n], err
}

// unnamed is err without the name of the file, which may be the secret itself.
func unnamed(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("the file named by --key: %w", err)
}

// prompt asks on a terminal, which does not show what is typed, and leaves it as it
// was.
func prompt(ctx context.Context, fd int) ([]byte, error) {
	state, err := term.GetState(fd)
	if err != nil {
		return nil, err
	}
	type answer struct {
		text []byte
		err  error
	}
	// What the keyboard sends leaves the terminal as it was, Ctrl-\ too.
	ctx, stop := interruptible(ctx, syscall.SIGQUIT)
	defer stop()
	fmt.Fprint(os.Stderr, "secret key (64 hexadecimal digits): ")
	done := make(chan answer, 1)
	go func() {
		text, err := term.ReadPassword(fd)
		done <- answer{text, err}
	}()
	select {
	case a := <-done:
		fmt.Fprintln(os.Stderr)
		return a.text, a.err
	case <-ctx.Done():
		fmt.Fprintln(os.Stderr)
		return nil, errors.Join(context.Cause(ctx), term.Restore(fd, state))
	}
}

// withSecret reads a secret key, calls f with it and wipes it.
func withSecret(ctx context.Context, file string, f func(sec []byte) error) error {
	sec, err := readSecret(ctx, file)
	if err != nil {
		return err
	}
	defer clear(sec)
	return f(sec)
}
