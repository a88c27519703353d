package gen_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// Every preset is ready to run: checked without a collection, and planned on the embedded one. What only the user has is given:
// BERT's vocabulary, word vectors, and candidates of the collection's own.
func TestPresetsPlan(t *testing.T) {
	vocab := filepath.Join(t.TempDir(), "vocab.txt")
	if err := os.WriteFile(vocab, []byte(strings.Join([]string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "##b"}, "\n")),
		0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range configs.Presets() {
		l := must.Get(configs.Load(name, nil))(t)
		if l.Gen.Tokenizer == "wordpiece" {
			l.Tokenize.Vocab = vocab
		}
		if l.Gen.Similarity == "wordnet" {
			l.Gen.Similarity = "wordnet:" + filepath.Join("similarity", "testdata", "dict") // it may not be installed
		}
		if err := gen.Check(&l.Config); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		l.Gen.Data, l.Gen.Format = demo, "auto"
		if l.Gen.Run == "given" {
			l.Gen.Run = "" // WikiQA's own files have candidates, the embedded collection has none
		}
		if name == "carraro-glove" {
			l.Gen.Vectors = vocab
		}
		plan, err := gen.Plan(context.Background(), l, nil)
		if err != nil || !strings.Contains(plan, "split  train") {
			t.Errorf("%s: %v\n%s", name, err, plan)
		}
	}
}
