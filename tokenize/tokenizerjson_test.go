package tokenize

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// asJSON is the tokenizer.json of a tokenizer.
func asJSON(tb testing.TB, t *Tokenizer) []byte {
	tb.Helper()
	var text bytes.Buffer
	must.Do(tb, t.WriteJSON(&text))
	return text.Bytes()
}

func TestTokenizerJSONIsReadBack(t *testing.T) {
	for _, o := range []Options{Defaults(), CasedOptions(), {Lowercase: true, MaxWordChars: 7}, {StripAccents: true, MaxWordChars: 100}} {
		tok := small(t, o, "a", "##b", "<b>", "\"", "é", "\u200b")
		raw := asJSON(t, tok)
		got, err := ParseJSON("tokenizer.json", raw)
		if err != nil {
			t.Fatalf("%+v: %v\n%s", o, err, raw)
		}
		if got.Options() != o || !slices.Equal(got.vocab.pieces, tok.vocab.pieces) || got.vocab.SHA256() != tok.vocab.SHA256() {
			t.Errorf("%+v: %+v, pieces %q, want %q", o, got.Options(), got.vocab.pieces, tok.vocab.pieces)
		}
		if !bytes.Equal(asJSON(t, got), raw) {
			t.Errorf("%+v: written again it is another file", o)
		}
	}
}

// TestTokenizerJSONIsRefused changes one thing at a time that makes it no tokenizer.
func TestTokenizerJSONIsRefused(t *testing.T) {
	raw := string(asJSON(t, small(t, Defaults(), "[MASK]", "a", "##b")))
	for _, c := range []struct{ old, new, says string }{
		{raw, "{", "unexpected EOF"},
		{raw, "[]", "cannot unmarshal array"},
		{raw, "{}", "model WordPiece"},
		{`"type": "WordPiece",
    "unk_token"`, `"type": "BPE",
    "unk_token"`, `model BPE: json: unknown field "max_input_chars_per_word"`},
		{`"unk_token": "[UNK]"`, `"unk_token": "<unk>"`, `unk_token "<unk>" is not in the vocabulary`},
		{`"max_input_chars_per_word": 100`, `"max_input_chars_per_word": 0`, "max_input_chars_per_word is 0"},
		{`"max_input_chars_per_word": 100`, `"max_input_chars_per_word": 4611686018427387904`, "not between 1 and 256"},
		{"BertNormalizer", "Surprise", "the normalizer Surprise is not read"},
		{"BertPreTokenizer", "UnicodeScripts", "the pre_tokenizer UnicodeScripts is not read"},
		{`"a": 5`, `"a": -5`, "has id -5"},
		{`"a": 5`, `"a": 5.5`, `"5.5" is no id`},
		{`"[UNK]": 1`, `"[unk]": 1`, "is not in the vocabulary"},
		{`"content": "[MASK]"`, `"content": "<mask>"`, `added token "<mask>" has id 4`},
		{`"content": "[MASK]"`, `"content": "[SEP]"`, `added token "[SEP]" stands twice`},
		{`"added_tokens": [`, `"added_tokens": [], "older": [`, `unknown field "older"`},
		{`"id": "B"`, `"id": "A"`, "has not A and B once each"},
	} {
		text := strings.Replace(raw, c.old, c.new, 1)
		if text == raw {
			t.Errorf("%q is not in the file", c.old)
		}
		_, err := ParseJSON("f.json", []byte(text))
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q for %q: %v", c.new, c.old, err)
		}
	}
}

// TestBERTIsKnown changes one thing at a time: where the ids stay BERT's, the tokenizer is a vocabulary and options, else the file is kept.
func TestBERTIsKnown(t *testing.T) {
	raw := string(asJSON(t, small(t, Defaults(), "[MASK]", "a", "##b")))
	begin, end := strings.Index(raw, `"post_processor"`), strings.Index(raw, `"decoder"`)
	for _, c := range []struct {
		text   string
		isBERT bool
	}{
		{strings.Replace(raw, `"truncation": null`, `"truncation": {"max_length": 128}`, 1), true},
		{strings.Replace(raw, `"cleanup": true`, `"cleanup": false`, 1), true},
		{raw[:begin] + `"post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}, ` + raw[end:], true},
		{raw[:begin] + `"post_processor": null, ` + raw[end:], false}, // HF puts nothing around a text then
		{raw[:begin] + `"post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 3]}, ` + raw[end:], false},
		{strings.Replace(raw, `"clean_text": true`, `"clean_text": false`, 1), false},
		{strings.Replace(raw, `"handle_chinese_chars": true`, `"handle_chinese_chars": false`, 1), false},
		{strings.Replace(raw, `"continuing_subword_prefix": "##"`, `"continuing_subword_prefix": "@@"`, 1), false},
		{strings.Replace(raw, `"lstrip": false`, `"lstrip": true`, 1), false},
		{strings.Replace(raw, `"BertPreTokenizer"`, `"Whitespace"`, 1), false},
		{strings.Replace(raw, `"a": 5`, `"a": 9`, 1), false},
	} {
		tok, err := ParseJSON("f.json", []byte(c.text))
		if err != nil {
			t.Errorf("%v:\n%s", err, c.text)
			continue
		}
		want := c.text
		if c.isBERT {
			want = raw
		}
		if got := string(asJSON(t, tok)); got != want || (tok.Model() == WordPiece) != c.isBERT {
			t.Errorf("BERT's own: %v, want %v, of\n%s", tok.Model() == WordPiece, c.isBERT, c.text)
		}
	}
}

func FuzzParseJSON(f *testing.F) {
	raw := asJSON(f, small(f, Defaults(), "a", "##b"))
	f.Add(raw)
	f.Add(bytes.ReplaceAll(raw, []byte("true"), []byte("false")))
	f.Add([]byte(`{"model":{"type":"WordPiece","vocab":{"a":0}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var tok *Tokenizer
		var err error
		budgettest.Run(t, len(raw), func() {
			if tok, err = ParseJSON("f.json", raw); err == nil {
				_, err = encodeLine(tok, []byte(`{"text":"a b ##b  caf\u00e9 aaaaaaaaaaaaaaaa"}`))
			}
		})
		if err != nil {
			return
		}
		again, err := ParseJSON("f.json", asJSON(t, tok))
		if err != nil || again.Options() != tok.Options() || !slices.Equal(again.vocab.pieces, tok.vocab.pieces) {
			t.Fatalf("not read back: %v", err)
		}
	})
}
