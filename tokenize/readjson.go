package tokenize

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	sugarme "github.com/sugarme/tokenizer/model"
)

const jsonHint = "of a tokenizer.json, BERT's WordPiece, byte-level BPE, BPE with byte fallback and Unigram with Metaspace are read"

// Load reads a vocab.txt, to be used with the given options, or, where the name ends in .json, a
// tokenizer.json, which has options of its own. It returns an error where the options keep case and
// the tokenizer.json lower-cases.
func Load(path string, o Options) (*Tokenizer, error) {
	if !IsJSON(path) {
		v, err := LoadVocab(path)
		if err != nil {
			return nil, err
		}
		return New(v, o)
	}
	raw, err := readWhole(path)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	t, err := ParseJSON(path, raw)
	if err != nil {
		return nil, err
	}
	if !o.Lowercase && t.Options().Lowercase {
		return nil, errs.BadUsage("leave --cased out: a tokenizer.json says itself what it does",
			"%s makes letters lower case, and --cased was asked for", filepath.Base(path))
	}
	return t, nil
}

// IsJSON reports whether a file is read as a tokenizer.json.
func IsJSON(path string) bool { return strings.ToLower(filepath.Ext(path)) == ".json" }

// ParseJSON reads the bytes of a tokenizer.json. Errors contain name. A feature that would make
// other ids than this package does is an error that names the feature. The decoder is ignored.
// Truncation and padding of BPE and Unigram apply where lines are encoded and the line sets no
// length; elsewhere lengths are options.
func ParseJSON(name string, raw []byte) (*Tokenizer, error) {
	kind, err := pipeline.KindOf(raw)
	if err != nil {
		return nil, &errs.Error{Kind: errs.Input, File: name, What: "not a tokenizer.json", Err: err, Hint: jsonHint}
	}
	switch kind {
	case WordPiece:
		t, err := parseWordPiece(name, raw)
		if err == nil {
			return t, nil
		}
		if p, other := pipeline.ParseWith(raw, wordPieceParts); other == nil {
			return ofPipeline(p, raw), nil
		}
		return nil, err
	case BPE, Unigram:
		return parsePipeline(name, raw)
	}
	return nil, errs.BadInput(name, 0, jsonHint, "the model %s is not read", kind)
}

// parsePipeline reads one of the models of package pipeline.
func parsePipeline(name string, raw []byte) (*Tokenizer, error) {
	p, err := pipeline.Parse(raw)
	if err != nil {
		return nil, errs.BadInput(name, 0, jsonHint, "%v", err)
	}
	return ofPipeline(p, raw), nil
}

// ofPipeline returns the tokenizer of a file of the given bytes.
func ofPipeline(p *pipeline.Tokenizer, raw []byte) *Tokenizer {
	v := &Vocab{pieces: p.Pieces, ids: make(sugarme.Vocab, len(p.Pieces)), sha256: sumOf(raw)}
	for id, piece := range p.Pieces {
		if piece != "" {
			v.ids[piece] = id
		}
	}
	return &Tokenizer{encoder: p, kind: p.Kind, vocab: v, unknown: p.Unknown, template: p.Template,
		truncation: p.Truncation, padding: p.Padding, source: raw}
}

// parseWordPiece reads a BERT tokenizer's file.
func parseWordPiece(name string, raw []byte) (*Tokenizer, error) {
	bad := func(format string, args ...any) error { return errs.BadInput(name, 0, jsonHint, format, args...) }
	var f hfTokenizer
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, &errs.Error{Kind: errs.Input, File: name, What: "not a tokenizer.json", Err: err, Hint: jsonHint}
	}
	m, n := f.Model, f.Normalizer
	switch {
	case m == nil:
		return nil, bad("there is no model")
	case m.Unk != UnkToken:
		return nil, bad("unk_token is %q, not %s", m.Unk, UnkToken)
	case m.Prefix != continuation:
		return nil, bad("continuing_subword_prefix is %q, not %s", m.Prefix, continuation)
	case n == nil || n.Type != "BertNormalizer":
		return nil, bad("the normalizer is not BertNormalizer")
	case !n.CleanText:
		return nil, bad("clean_text is false")
	case !n.ChineseChars:
		return nil, bad("handle_chinese_chars is false")
	case f.PreTokenizer == nil || f.PreTokenizer.Type != "BertPreTokenizer":
		return nil, bad("the pre_tokenizer is not BertPreTokenizer")
	}
	o := Options{Lowercase: n.Lowercase, StripAccents: n.Lowercase, MaxWordChars: m.MaxWordChars}
	if n.StripAccents != nil {
		o.StripAccents = *n.StripAccents
	}
	if o.MaxWordChars < 1 || o.MaxWordChars > safefile.WordChars {
		return nil, bad("max_input_chars_per_word is %d, not between 1 and %d", o.MaxWordChars, safefile.WordChars)
	}
	v, err := newVocab(name, m.Vocab)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := v.Write(&text); err != nil {
		return nil, err
	}
	if again, err := ParseVocab(name, text.Bytes()); err != nil || !slices.Equal(again.pieces, v.pieces) {
		return nil, bad("a piece is empty, has a line break or ends in white space, and cannot stand in the vocab.txt that goes with shards")
	}
	t, err := New(v, o)
	if err != nil {
		return nil, err
	}
	w := t.encoder.(*wordPieces)
	if reason := w.checkAdded(f.AddedTokens); reason != "" {
		return nil, bad("%s", reason)
	}
	if reason := w.checkTemplate(f.PostProcessor); reason != "" {
		return nil, bad("%s", reason)
	}
	return t, nil
}

// checkAdded returns in which way a file's added tokens differ from this package's, else "". Each
// special token of the vocabulary, and no other token, must be matched in the raw text just as it
// is.
func (t *wordPieces) checkAdded(tokens []hfAdded) string {
	isListed := map[string]bool{}
	for _, a := range tokens {
		id, ok := t.vocab.ID(a.Content)
		switch {
		case !slices.ContainsFunc(t.specials, func(s special) bool { return s.text == a.Content }):
			return fmt.Sprintf("added token %q is none of %s", a.Content, strings.Join(specialTokens[:], ", "))
		case !ok || id != a.ID:
			return fmt.Sprintf("added token %s has id %d, and %d in the vocabulary", a.Content, a.ID, id)
		case a.SingleWord || a.LStrip || a.RStrip || a.Normalized:
			return fmt.Sprintf("added token %s has single_word, lstrip, rstrip or normalized set", a.Content)
		}
		isListed[a.Content] = true
	}
	for _, s := range t.specials {
		if !isListed[s.text] {
			return fmt.Sprintf("%s stands in the vocabulary and not under added_tokens", s.text)
		}
	}
	return ""
}

// checkTemplate returns why a post-processor does not make [CLS] A [SEP] B [SEP], else "". A file
// without a post-processor passes.
func (t *wordPieces) checkTemplate(p *hfTemplate) string {
	if p == nil {
		return ""
	}
	ok := false
	switch p.Type {
	case "TemplateProcessing":
		ok = samePieces(p.Single, bertTemplate[:3]) && samePieces(p.Pair, bertTemplate[:]) &&
			slices.Equal(p.Specials[ClsToken].IDs, []int32{t.cls}) && slices.Equal(p.Specials[SepToken].IDs, []int32{t.sep})
	case "BertProcessing":
		ok = isToken(p.Cls, ClsToken, t.cls) && isToken(p.Sep, SepToken, t.sep)
	}
	if ok {
		return ""
	}
	return "the post_processor does not make [CLS] A [SEP] B [SEP] with types 0 and 1"
}

func samePieces(a, b []pipeline.Piece) bool {
	equal := func(x, y *pipeline.Named) bool { return x == nil && y == nil || x != nil && y != nil && *x == *y }
	return slices.EqualFunc(a, b, func(x, y pipeline.Piece) bool { return equal(x.Special, y.Special) && equal(x.Sequence, y.Sequence) })
}

// isToken reports whether raw is ["[CLS]", 101] with this text and id.
func isToken(raw json.RawMessage, text string, id int32) bool {
	var gotText string
	var gotID int32
	return json.Unmarshal(raw, &[]any{&gotText, &gotID}) == nil && gotText == text && gotID == id
}
