package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// No error repeats what stands on the command line but for the names of options,
// files and libraries and a library's prefix: a secret may have been put in a wrong
// place.

// errTwice is for an option that is given again.
var errTwice = errors.New("given twice")

// once is the value of an option that can be given once.
type once struct {
	pflag.Value
	given bool
}

func (o *once) Set(value string) error {
	if o.given {
		return errTwice
	}
	o.given = true
	return o.Value.Set(value)
}

// givenOnce makes it so for all of these options.
func givenOnce(options *pflag.FlagSet) {
	options.VisitAll(func(f *pflag.Flag) { f.Value = &once{Value: f.Value} })
}

// noArguments refuses arguments.
func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return errors.New("an argument that belongs to no option: everything is an option, and secret keys are never given on the command line")
	}
	return nil
}

// optionError is what a command fails with for an error of its options' parser.
func optionError(_ *cobra.Command, err error) error {
	var value *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &value):
		return fmt.Errorf("--%s has no value behind it", value.GetFlag().Name)
	case errors.As(err, &invalid) && errors.Is(err, errTwice):
		return fmt.Errorf("--%s is given twice", invalid.GetFlag().Name)
	case errors.As(err, &invalid):
		return fmt.Errorf("--%s has a value that it does not take", invalid.GetFlag().Name)
	case errors.As(err, &unknown):
		return fmt.Errorf("%s; --help lists the options", unknownOption(unknown))
	}
	return errors.New("malformed options; --help lists the options")
}

// unknownOption says that an option is unknown. It does not repeat one that may be
// a secret: one with other characters than small letters and dashes, or longer than
// any option.
func unknownOption(err *pflag.NotExistError) string {
	dashes, name, most := "--", err.GetSpecifiedName(), 20
	if group := err.GetSpecifiedShortnames(); group != "" {
		dashes, name, most = "-", group, 1
	}
	if len(name) > most || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" {
		return "unknown option"
	}
	return fmt.Sprintf("there is no option %s%s", dashes, name)
}

// refuse fails if one of the options is given. reason says why that would mean
// nothing.
func refuse(cmd *cobra.Command, reason string, options ...string) error {
	for _, o := range options {
		if cmd.Flags().Changed(o) {
			return fmt.Errorf("--%s %s", o, reason)
		}
	}
	return nil
}

// notEmpty fails if one of the options is given with nothing for its value, as a
// variable of the shell that is not set makes it: it would stand for no option.
func notEmpty(cmd *cobra.Command, options ...string) error {
	for _, o := range options {
		if f := cmd.Flags().Lookup(o); f != nil && f.Changed && f.Value.String() == "" {
			return fmt.Errorf("--%s is empty", o)
		}
	}
	return nil
}

// exactlyOne fails unless one of the options is given. what says for what.
func exactlyOne(cmd *cobra.Command, what string, options ...string) error {
	var given []string
	for _, o := range options {
		if cmd.Flags().Changed(o) {
			given = append(given, o)
		}
	}
	switch len(given) {
	case 1:
		return nil
	case 0:
		return fmt.Errorf("%s: --%s is needed", what, strings.Join(options, " or --"))
	}
	return fmt.Errorf("%s: only one of --%s can be given", what, strings.Join(given, " and --"))
}

// fromHex decodes an option's value, which may have 0x or \x before its digits, as files may, and
// must have one of the sizes; none means any.
func fromHex(option, value string, sizes ...int) ([]byte, error) {
	if value == "" && len(sizes) > 0 {
		return nil, fmt.Errorf("%s is needed", option)
	}
	if len(value) >= 2 && slices.Contains([]string{"0x", `\x`}, strings.ToLower(value[:2])) {
		value = value[2:]
	}
	b, err := hex.DecodeString(value)
	if err != nil {
		return nil, fmt.Errorf("%s is not hexadecimal", option)
	}
	if len(sizes) > 0 && !slices.Contains(sizes, len(b)) {
		either := strings.ReplaceAll(strings.Trim(fmt.Sprint(sizes), "[]"), " ", " or ")
		return nil, fmt.Errorf("%s has %d bytes, not %s", option, len(b), either)
	}
	return b, nil
}

// oneOf checks a word.
func oneOf(option, value string, words ...string) error {
	if !slices.Contains(words, value) {
		return fmt.Errorf("%s is none of %s", option, strings.Join(words, ", "))
	}
	return nil
}
