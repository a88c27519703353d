package gen_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/indextest"
)

// counted runs a chain up to the counts of its axioms.
func counted(t *testing.T, edit func(*configs.Config)) *prepare.Preparation {
	t.Helper()
	c := start(t, "demo", demo, func(cfg *configs.Config) {
		cfg.Gen.Vectors, cfg.Gen.Axioms = "",
			"tfc1(delta_star=0.1), tfc3, m-tdc, lnc1, lnc2, tf-lnc, lb1, len-and(delta_star=0.2), and & div, rs-bm25, rs-ql"
		if edit != nil {
			edit(cfg)
		}
	})
	c = ready(t, c)
	if _, _, err := dataset.Mine(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	if data, _, err := sampled(c); err != nil || len(data[0].Rows()) < 100 {
		t.Fatal(err, data)
	}
	return c
}

// An index exported and read again finds the same candidates with the same scores under every model, and the axioms that
// ask for no positions find the same in them, to the last byte.
func TestCIFFMinesAsTheTextsDo(t *testing.T) {
	for _, model := range []string{"bm25", "qljm", "pl2", "bm25+rm3"} {
		texts := counted(t, func(c *configs.Config) { c.Gen.Retrieval = model })
		path := filepath.Join(t.TempDir(), "demo.ciff")
		if err := os.WriteFile(path, indextest.CIFF(texts.Index), 0o600); err != nil {
			t.Fatal(err)
		}
		bare := counted(t, func(c *configs.Config) { c.Gen.Retrieval, c.Gen.Collection = model, path })
		a, b := files(t, texts.Run.Out.Path(".")), files(t, bare.Run.Out.Path("."))
		for _, name := range []string{"run.train.txt", "run.dev.txt", "run.test.txt", "counts.json", "profile.json", "ledger.json",
			"pairs/train.parquet"} {
			if len(a[name]) < 100 || !bytes.Equal(withoutReading(t, name, a[name]), withoutReading(t, name, b[name])) {
				t.Errorf("%s: %s differs", model, name)
			}
		}
	}
}

// withoutReading returns a file's bytes, of ledger.json without what the readers say, since each format has its own.
func withoutReading(t *testing.T, name string, raw []byte) []byte {
	t.Helper()
	if name != "ledger.json" {
		return raw
	}
	var report map[string]json.RawMessage
	if err := json.Unmarshal(raw, &report); err != nil {
		t.Fatal(err)
	}
	delete(report, "reading")
	raw, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// What needs positions or texts is refused in one line, before any work where the collection says what it is.
func TestCIFFRefuses(t *testing.T) {
	texts := counted(t, nil)
	path := filepath.Join(t.TempDir(), "x.ciff")
	if err := os.WriteFile(path, indextest.CIFF(texts.Index), 0o600); err != nil {
		t.Fatal(err)
	}
	for axioms, want := range map[string]string{
		"tfc1, prox3": "axiom prox3 needs the positions of terms, and a common index file (CIFF) holds none; hint: leave it out, or " +
			"index the documents themselves",
		"tfc1 & prox1": "axiom tfc1 & prox1 needs the positions of terms",
		"lnc2(variant=camara)": "axiom lnc2(variant=camara) needs the texts of the documents, and a common index file (CIFF) holds none; hint: " +
			"leave it out, or index the documents themselves",
	} {
		loaded, err := configs.Load("demo", nil)
		if err != nil {
			t.Fatal(err)
		}
		loaded.Gen.Data, loaded.Gen.Vectors, loaded.Gen.Axioms, loaded.Gen.Collection = demo, "", axioms, path
		_, err = gen.Start(&loaded.Config, nil, nil, "test")
		if e, ok := errors.AsType[*errs.Error](err); !ok || e.Kind != errs.Usage || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", axioms, err, want)
		}
	}
}
