package drmm

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// A model's file is readable JSON: format, version, options, weights by name. The last field is the SHA-256 of all bytes before that
// field's line. A number has the fewest digits that parse to the same float64, so equal weights make equal bytes.
const (
	modelFormat = "axiomine-drmm"
	fileVersion = 3
)

// content holds the fields of a model's file.
type content struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Options Options `json:"options"`
	Weights layers  `json:"weights"`
	SHA256  string  `json:"sha256"`
}

// layers holds a model's weights by name; network.go has their order in the vector v.
type layers struct {
	W1 [Bins][hidden]float64 `json:"w1"`
	B1 [hidden]float64       `json:"b1"`
	W2 [hidden]float64       `json:"w2"`
	B2 float64               `json:"b2"`
	Wg []float64             `json:"wg"`
}

// splitLayers returns the layers of a model's vector of weights.
func splitLayers(v []float64) layers {
	var l layers
	for b := range l.W1 {
		copy(l.W1[b][:], v[b*hidden:])
	}
	copy(l.B1[:], v[atB1:])
	copy(l.W2[:], v[atW2:])
	l.B2 = v[atB2]
	l.Wg = v[atWg:]
	return l
}

// join returns the vector of weights of which splitLayers returns these layers.
func (l *layers) join() []float64 {
	v := make([]float64, 0, atWg+len(l.Wg))
	for _, row := range l.W1 {
		v = append(v, row[:]...)
	}
	v = append(v, l.B1[:]...)
	v = append(v, l.W2[:]...)
	return append(append(v, l.B2), l.Wg...)
}

// Save writes the model.
func (m *Model) Save(w io.Writer) error {
	return write(w, content{Format: modelFormat, Options: m.options, Weights: splitLayers(m.weights)})
}

// Load reads a model's file.
func Load(path string) (*Model, error) {
	f, err := safefile.Open(path)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	defer f.Close()
	return Read(f, path)
}

// Read reads a model. Errors cite name, the file's name.
func Read(r io.Reader, name string) (*Model, error) {
	c, err := read(r, name)
	if err != nil {
		return nil, err
	}
	return &Model{c.Options, c.Weights.join()}, nil
}

const modelHint = "give a model that axiomine train wrote (models/*.json)"

const sumField = ",\n\"sha256\": "

// write writes a model's file with its checksum.
func write(w io.Writer, c content) error {
	c.Version = fileVersion
	raw, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("a model with weights that are no numbers: %w", err)
	}
	// One row of numbers a line.
	body := bytes.TrimSuffix(raw, []byte(`,"sha256":""}`))
	body = bytes.ReplaceAll(body, []byte(`,"`), []byte(",\n\""))
	body = bytes.ReplaceAll(body, []byte("],["), []byte("],\n["))
	_, err = w.Write(withChecksum(body))
	return err
}

// withChecksum returns a file's bytes: its body and then the body's checksum.
func withChecksum(body []byte) []byte {
	sum := sha256.Sum256(body)
	return fmt.Appendf(bytes.Clone(body), "%s%q\n}\n", sumField, hex.EncodeToString(sum[:]))
}

// read reads a model's file and checks its format, its checksum and its options.
func read(r io.Reader, name string) (*content, error) {
	raw, err := safefile.ReadAll(r, name, safefile.Whole)
	if err != nil {
		return nil, err
	}
	invalid := func(message string, args ...any) error {
		return errs.BadInput(name, 0, modelHint, message, args...)
	}
	var c content
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, errs.BadJSON(name, raw, modelHint, "no "+modelFormat+" file", err)
	}
	if c.Format != modelFormat || c.Version != fileVersion {
		return nil, invalid("format %q version %d, not %q version %d", c.Format, c.Version, modelFormat, fileVersion)
	}
	if body := raw[:max(0, bytes.LastIndex(raw, []byte(sumField)))]; !bytes.Equal(raw, withChecksum(body)) {
		return nil, invalid("damaged: its content does not have its checksum")
	}
	if err := c.Options.Validate(); err != nil {
		return nil, invalid("%v", err)
	}
	if len(c.Weights.Wg) == 0 {
		return nil, invalid("weights are missing")
	}
	return &c, nil
}
