package tokenize

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

// TestWriteConfig: what AutoTokenizer is told is what the tokenizer does. Without a special piece there is no such token, and with
// a limit of words that BertTokenizer does not know the class is one that reads it from tokenizer.json.
func TestWriteConfig(t *testing.T) {
	const common = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n"
	for _, c := range []struct {
		vocab   string
		options Options
		want    map[string]any
	}{
		{common, Defaults(), map[string]any{"tokenizer_class": "BertTokenizer", "do_lower_case": true, "strip_accents": true,
			"mask_token": "[MASK]", "model_max_length": 128.0}},
		{common, CasedOptions(), map[string]any{"tokenizer_class": "BertTokenizer", "do_lower_case": false, "strip_accents": false}},
		{"[UNK]\n[CLS]\n[SEP]\na\n", Defaults(), map[string]any{"pad_token": nil, "mask_token": nil,
			"cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]"}},
		{common, Options{Lowercase: true, MaxWordChars: 50}, map[string]any{"tokenizer_class": "PreTrainedTokenizerFast",
			"do_lower_case": true, "strip_accents": false}},
	} {
		v := must.Get(ParseVocab("vocab.txt", []byte(c.vocab)))(t)
		tok := must.Get(New(v, c.options))(t)
		var b bytes.Buffer
		must.Do(t, tok.WriteConfig(&b, 128))
		var got map[string]any
		must.Do(t, json.Unmarshal(b.Bytes(), &got))
		for key, want := range c.want {
			if value, ok := got[key]; !ok || !cmp.Equal(value, want) {
				t.Errorf("%+v: %s is %v, want %v", c.options, key, value, want)
			}
		}
	}
}
