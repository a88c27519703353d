package drmm

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

func written(t *testing.T, write func(w *bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, write(&b))
	return b.String()
}

func modelFile(t *testing.T, m *Model) string {
	return written(t, func(w *bytes.Buffer) error { return m.Save(w) })
}

func TestModelFile(t *testing.T) {
	store, pairs := trainable(30)
	m := mustTrain(t, Defaults(), store, pairs).Model()
	for i := range m.weights { // those of the gate may be negative like any others
		m.weights[i] = -m.weights[i]
	}
	text := modelFile(t, m)
	back := must.Get(Read(strings.NewReader(text), "m.json"))(t)
	if back.options != m.options || !slices.Equal(back.weights, m.weights) {
		t.Error("the model read is not the one written")
	}
	path := filepath.Join(t.TempDir(), "m.json")
	if _, err := Load(path); !errors.As(err, new(*errs.Error)) {
		t.Errorf("missing file: error %v", err)
	}
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	if loaded, err := Load(path); err != nil || !slices.Equal(loaded.weights, m.weights) {
		t.Errorf("Load: error %v, or other weights", err)
	}
	must.Equal(t, modelFile(t, back), text, "same weights, other bytes")
	if lines := strings.Count(text, "\n"); lines < Bins || lines > Bins+30 { // a row of w1 a line, and the other fields
		t.Errorf("%d lines:\n%s", lines, text)
	}
}

func TestDamagedFiles(t *testing.T) {
	store, pairs := trainable(5)
	trainer := mustTrain(t, Defaults(), store, pairs)
	model := modelFile(t, trainer.Model())
	resealed := func(old, new string) string {
		body, _, _ := strings.Cut(strings.Replace(model, old, new, 1), sumField)
		return string(withChecksum([]byte(body)))
	}
	for name, text := range map[string]string{
		"empty":           "",
		"no JSON":         "drmm",
		"cut":             model[:len(model)/2],
		"other weight":    strings.Replace(model, `"b2": 0`, `"b2": 1`, 1) + " ",
		"one digit":       strings.Replace(model, "0.1", "0.2", 1),
		"something after": model + "{}",
		"other format":    resealed(modelFormat, "another"),
		"other version":   resealed("\"version\":3", "\"version\":9"),
		"bad options":     resealed("\"batch\":20", "\"batch\":0"),
		"no gate weights": resealed("\"wg\":[", "\"wg\":[],\"wx\":["),
		"unknown field":   strings.Replace(model, `"format"`, `"form"`, 1),
	} {
		_, err := Read(strings.NewReader(text), "m.json")
		if f := new(errs.Error); !errors.As(err, &f) || f.Kind != errs.Input || f.File != "m.json" {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// FuzzRead reads any file, as it is and under a right checksum.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	must.Do(f, newModel(Defaults(), 1).Save(&b))
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:bytes.LastIndex(b.Bytes(), []byte(sumField))]) // a body, to be sealed
	f.Add(withChecksum([]byte(`{"format":"axiomine-drmm","version":3`)))
	budgettest.Fuzz(f, func(t *testing.T, raw []byte) {
		if !bytes.Contains(raw, []byte(sumField)) {
			raw = withChecksum(raw)
		}
		m, err := Read(bytes.NewReader(raw), "m")
		if err != nil {
			return
		}
		var b bytes.Buffer
		must.Do(t, m.Save(&b))
		if _, err := Read(&b, "m"); err != nil {
			t.Error(err)
		}
	})
}
