package tokenize

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
)

// asJSON is the tokenizer.json of a tokenizer.
func asJSON(tb testing.TB, t *Tokenizer) []byte {
	tb.Helper()
	var text bytes.Buffer
	if err := t.WriteJSON(&text); err != nil {
		tb.Fatal(err)
	}
	return text.Bytes()
}

func TestTokenizerJSONIsReadBack(t *testing.T) {
	for _, o := range []Options{Defaults(), Cased(), {Lowercase: true, MaxWordChars: 7}, {StripAccents: true, MaxWordChars: 100}} {
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

// TestTokenizerJSONIsRefused changes one thing at a time that would make other ids.
func TestTokenizerJSONIsRefused(t *testing.T) {
	raw := string(asJSON(t, small(t, Defaults(), "[MASK]", "a", "##b")))
	for _, c := range []struct{ old, new, says string }{
		{raw, "{", "not a tokenizer.json"},
		{raw, "[]", "not a tokenizer.json"},
		{raw, "{}", "there is no model"},
		{`"type": "WordPiece",
    "unk_token"`, `"type": "BPE",
    "unk_token"`, `model BPE: json: unknown field "max_input_chars_per_word"`},
		{`"unk_token": "[UNK]"`, `"unk_token": "<unk>"`, `unk_token is "<unk>"`},
		{`"continuing_subword_prefix": "##"`, `"continuing_subword_prefix": "@@"`, `continuing_subword_prefix is "@@"`},
		{`"max_input_chars_per_word": 100`, `"max_input_chars_per_word": 0`, "max_input_chars_per_word is 0"},
		{`"max_input_chars_per_word": 100`, `"max_input_chars_per_word": 4611686018427387904`, "not between 1 and 256"},
		{"BertNormalizer", "Lowercase", "the normalizer is not BertNormalizer"},
		{`"clean_text": true`, `"clean_text": false`, "clean_text is false"},
		{`"handle_chinese_chars": true`, `"handle_chinese_chars": false`, "handle_chinese_chars is false"},
		{"BertPreTokenizer", "Whitespace", "the pre_tokenizer is not BertPreTokenizer"},
		{`"a": 5`, `"a": 7`, "leave out id 5"},
		{`"a": 5`, `"a": 4`, "leave out id 5"},
		{`"a": 5`, `"a": -5`, "leave out id 5"},
		{`"a": 5`, `"a": 5.5`, "not a tokenizer.json"},
		{`"[UNK]": 1`, `"[unk]": 1`, "no piece [UNK]"},
		{`"content": "[MASK]"`, `"content": "<mask>"`, `added token "<mask>" is none of`},
		{`"content": "[MASK]"`, `"content": "[SEP]"`, "added token [SEP] has id"},
		{`"added_tokens": [`, `"added_tokens": [], "older": [`, "stands in the vocabulary and not under added_tokens"},
		{`"id": "B"`, `"id": "A"`, "the post_processor does not make"},
		{"TemplateProcessing", "RobertaProcessing", "the post_processor does not make"},
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
	// Members that do not change the ids may differ, and so may the notation.
	begin, end := strings.Index(raw, `"post_processor"`), strings.Index(raw, `"decoder"`)
	for _, other := range []string{
		strings.Replace(raw, `"truncation": null`, `"truncation": {"max_length": 128}`, 1),
		strings.Replace(raw, `"cleanup": true`, `"cleanup": false`, 1),
		raw[:begin] + `"post_processor": null, ` + raw[end:],
		raw[:begin] + `"post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}, ` + raw[end:],
	} {
		if tok, err := ParseJSON("f.json", []byte(other)); err != nil || !bytes.Equal(asJSON(t, tok), []byte(raw)) {
			t.Errorf("%v:\n%s", err, other)
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
