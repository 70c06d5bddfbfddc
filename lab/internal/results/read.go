package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFile bounds the size of a results.json.
const maxFile = 64 << 20

// Read returns the content of a results.json. The file may come from anyone:
// it is refused if it has unknown fields, anything after the value, or content
// that Validate refuses.
func Read(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s: larger than %d MiB", path, maxFile>>20)
	}
	f, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func decode(data []byte) (*File, error) {
	line := func(offset int64) int {
		return 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
	}
	var f File
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			return nil, fmt.Errorf("line %d: %w", line(syntax.Offset), err)
		case errors.As(err, &kind):
			return nil, fmt.Errorf("line %d: %s cannot be a %s", line(kind.Offset), kind.Field, Short(kind.Value, 60))
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return nil, errors.New("the file is empty or cut short")
		}
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("line %d: something follows the results", line(dec.InputOffset()))
	}
	if err := f.Validate(); err != nil {
		return nil, err
	}
	for i, r := range f.Results {
		if r.Marks == nil {
			return nil, fmt.Errorf("results[%d]: marks is missing or null", i)
		}
	}
	return &f, nil
}

// strict decodes one value without unknown fields.
func strict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the value")
	}
	return nil
}
