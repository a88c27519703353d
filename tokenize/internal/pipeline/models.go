package pipeline

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/tokenize/internal/bpe"
	"github.com/axiomine/axiomine/tokenize/internal/unigram"
)

// model returns the ids of normalised text without added tokens.
type model interface {
	AppendIDs(dst []int32, text string) []int32
}

// parsedModel is a model with its vocabulary and the function that joins its pieces again.
type parsedModel struct {
	model  model
	vocab  map[string]int32
	unk    int32 // -1: there is none
	decode func(pieces []string) string
}

// byteLevel is ByteLevel, as pre_tokenizer and as post_processor.
type byteLevel struct {
	typeName
	PrefixSpace *bool `json:"add_prefix_space"`
	Trim        *bool `json:"trim_offsets"`
	Regex       *bool `json:"use_regex"`
}

// readBPE reads a model BPE after a pre_tokenizer that ends in ByteLevel.
func readBPE(raw, preTokenizer json.RawMessage) (parsedModel, error) {
	var p struct {
		typeName
		Dropout *float64         `json:"dropout"`
		Unk     *string          `json:"unk_token"`
		Prefix  *string          `json:"continuing_subword_prefix"`
		Suffix  *string          `json:"end_of_word_suffix"`
		Fuse    bool             `json:"fuse_unk"`
		Bytes   bool             `json:"byte_fallback"`
		Ignore  bool             `json:"ignore_merges"`
		Vocab   map[string]int32 `json:"vocab"`
		Merges  []merge          `json:"merges"`
	}
	if err := readStrict("model BPE", raw, &p); err != nil {
		return parsedModel{}, err
	}
	switch {
	case p.Dropout != nil && *p.Dropout != 0:
		return parsedModel{}, fmt.Errorf("dropout is %v: it makes ids random, and is not read", *p.Dropout)
	case p.Prefix != nil && *p.Prefix != "":
		return parsedModel{}, fmt.Errorf("continuing_subword_prefix is %q, and is not read", *p.Prefix)
	case p.Suffix != nil && *p.Suffix != "":
		return parsedModel{}, fmt.Errorf("end_of_word_suffix is %q, and is not read", *p.Suffix)
	}
	c := bpe.Config{Vocab: p.Vocab, IgnoreMerges: p.Ignore, ByteFallback: p.Bytes, FuseUnknown: p.Fuse}
	for _, m := range p.Merges {
		if m.version {
			continue
		}
		c.Merges = append(c.Merges, m.parts)
	}
	if err := readSplits(preTokenizer, &c); err != nil {
		return parsedModel{}, err
	}
	unk := int32(-1)
	if p.Unk != nil {
		c.Unknown = *p.Unk
		if id, ok := p.Vocab[*p.Unk]; ok {
			unk = id
		}
	}
	m, err := bpe.New(c)
	decode := bpe.Decode
	if c.Characters {
		decode = bpe.DecodeCharacters
	}
	return parsedModel{m, p.Vocab, unk, decode}, err
}

// merge is "a b" or ["a", "b"].
type merge struct {
	parts   [2]string
	version bool // a line such as "#version: 0.2", which merges nothing
}

func (m *merge) UnmarshalJSON(raw []byte) error {
	var parts []string
	if err := json.Unmarshal(raw, &parts); err != nil {
		var line string
		if err := json.Unmarshal(raw, &line); err != nil {
			return err
		}
		if m.version = strings.HasPrefix(line, "#version"); m.version {
			return nil
		}
		parts = strings.Split(line, " ")
	}
	if len(parts) != 2 {
		return fmt.Errorf("the merge %s has not two parts", raw)
	}
	m.parts = [2]string(parts)
	return nil
}

// readSplits reads a pre_tokenizer: ByteLevel, or Splits of known expressions before it.
func readSplits(raw json.RawMessage, c *bpe.Config) error {
	steps, err := preTokenizers(raw)
	if err != nil {
		return err
	}
	if c.Characters, err = readsCharacters(steps, c); c.Characters || err != nil {
		return err
	}
	for i, step := range steps {
		kind, err := kindOf("pre_tokenizer", step)
		if err != nil {
			return err
		}
		switch last := i == len(steps)-1; {
		case kind == "ByteLevel" && last:
			return readByteLevel(step, c)
		case kind == "Split" && !last:
			cut, err := readSplit(step)
			if err != nil {
				return err
			}
			c.Splits = append(c.Splits, cut)
		default:
			return fmt.Errorf("the pre_tokenizer %s is not read: of BPE, only ByteLevel is, or Split before ByteLevel", strings.TrimSpace(kind))
		}
	}
	return fmt.Errorf("there is no pre_tokenizer: of BPE, only ByteLevel is read")
}

// readsCharacters reports whether a BPE's pieces are characters: those of SentencePiece, whose spaces a normalizer has replaced. Gemma's
// file has a Split behind each space, others have nothing.
func readsCharacters(steps []json.RawMessage, c *bpe.Config) (bool, error) {
	if len(steps) == 0 {
		return c.ByteFallback, nil
	}
	var p struct {
		typeName
		Pattern  pattern `json:"pattern"`
		Behavior string  `json:"behavior"`
		Invert   bool    `json:"invert"`
	}
	if kind, err := kindOf("pre_tokenizer", steps[0]); err != nil || kind != "Split" || len(steps) > 1 {
		return false, err
	}
	if err := readStrict("pre_tokenizer Split", steps[0], &p); err != nil {
		return false, err
	}
	if p.Pattern.Text == nil || *p.Pattern.Text != " " || p.Behavior != "MergedWithPrevious" || p.Invert {
		return false, nil
	}
	c.Splits = append(c.Splits, func(text string) int {
		if i := strings.IndexByte(text, ' '); i >= 0 {
			return i + 1
		}
		return len(text)
	})
	return true, nil
}

// preTokenizers returns the pre_tokenizers of a Sequence, or the only one.
func preTokenizers(raw json.RawMessage) ([]json.RawMessage, error) {
	kind, err := kindOf("pre_tokenizer", raw)
	if err != nil || kind == "" {
		return nil, err
	}
	if kind != "Sequence" {
		return []json.RawMessage{raw}, nil
	}
	var p struct {
		typeName
		Steps []json.RawMessage `json:"pretokenizers"`
	}
	err = readStrict("pre_tokenizer Sequence", raw, &p)
	return p.Steps, err
}

func readByteLevel(raw json.RawMessage, c *bpe.Config) error {
	var p byteLevel
	if err := readStrict("pre_tokenizer ByteLevel", raw, &p); err != nil {
		return err
	}
	if p.PrefixSpace == nil || p.Trim == nil {
		return fmt.Errorf("the pre_tokenizer ByteLevel lacks add_prefix_space or trim_offsets")
	}
	c.PrefixSpace = *p.PrefixSpace
	if p.Regex == nil || *p.Regex {
		c.Pattern = bpe.Patterns[bpe.GPT2]
	}
	return nil
}

// readSplit reads a Split by one of the known expressions. Each of them covers a text: the matches
// are the pieces, and nothing is between them.
func readSplit(raw json.RawMessage) (bpe.Pattern, error) {
	var p struct {
		typeName
		Pattern  pattern `json:"pattern"`
		Behavior string  `json:"behavior"`
		Invert   bool    `json:"invert"`
	}
	if err := readStrict("pre_tokenizer Split", raw, &p); err != nil {
		return nil, err
	}
	if !(p.Behavior == "Isolated" || p.Behavior == "Removed" && p.Invert) {
		return nil, fmt.Errorf("the pre_tokenizer Split with behavior %s and invert %v is not read", p.Behavior, p.Invert)
	}
	if p.Pattern.Regex != nil {
		if cut, ok := bpe.Patterns[*p.Pattern.Regex]; ok {
			return cut, nil
		}
	}
	return nil, fmt.Errorf("the pre_tokenizer Split by %s is not read", p.Pattern)
}

// readUnigram reads a model Unigram after Metaspace, with or without WhitespaceSplit before it.
func readUnigram(raw, preTokenizer json.RawMessage) (parsedModel, error) {
	var p struct {
		typeName
		Unk   *int32  `json:"unk_id"`
		Vocab []piece `json:"vocab"`
		Bytes bool    `json:"byte_fallback"`
	}
	if err := readStrict("model Unigram", raw, &p); err != nil {
		return parsedModel{}, err
	}
	if p.Unk == nil {
		return parsedModel{}, fmt.Errorf("unk_id is null, and is needed")
	}
	c := unigram.Config{Unknown: *p.Unk, ByteFallback: p.Bytes, Pieces: make([]unigram.Piece, len(p.Vocab))}
	vocab := make(map[string]int32, len(p.Vocab))
	for id, piece := range p.Vocab {
		c.Pieces[id], vocab[piece.Text] = piece.Piece, int32(id)
	}
	if err := readMetaspace(preTokenizer, &c); err != nil {
		return parsedModel{}, err
	}
	m, err := unigram.New(c)
	if err != nil {
		return parsedModel{}, err
	}
	return parsedModel{m, vocab, *p.Unk, m.Decode}, nil
}

// piece is ["▁the", -3.5].
type piece struct{ unigram.Piece }

func (p *piece) UnmarshalJSON(raw []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	if len(parts) != 2 {
		return fmt.Errorf("%s is not a piece and its score", raw)
	}
	if err := json.Unmarshal(parts[0], &p.Text); err != nil {
		return err
	}
	var err error
	p.Score, err = unigram.ParseScore(string(parts[1]))
	return err
}

func readMetaspace(raw json.RawMessage, c *unigram.Config) error {
	steps, err := preTokenizers(raw)
	if err != nil {
		return err
	}
	if len(steps) == 2 {
		if kind, err := kindOf("pre_tokenizer", steps[0]); err != nil || kind != "WhitespaceSplit" {
			return fmt.Errorf("the pre_tokenizer %s before another is not read: of Unigram, only WhitespaceSplit is", kind)
		}
		c.SplitSpaces, steps = true, steps[1:]
	}
	if len(steps) != 1 {
		return fmt.Errorf("%d pre_tokenizers are not read: of Unigram, Metaspace is, with WhitespaceSplit before it or not", len(steps))
	}
	if kind, err := kindOf("pre_tokenizer", steps[0]); err != nil || kind != "Metaspace" {
		return fmt.Errorf("the pre_tokenizer %s is not read: of Unigram, only Metaspace is", kind)
	}
	var p struct {
		typeName
		Replacement string  `json:"replacement"`
		Prefix      *bool   `json:"add_prefix_space"` // older files
		Scheme      *string `json:"prepend_scheme"`
		Split       *bool   `json:"split"`
		Text        string  `json:"str_rep"` // the replacement again, in older files
	}
	if err := readStrict("pre_tokenizer Metaspace", steps[0], &p); err != nil {
		return err
	}
	if len([]rune(p.Replacement)) != 1 {
		return fmt.Errorf("the replacement of Metaspace is %q, not one character", p.Replacement)
	}
	scheme := "always"
	if p.Scheme != nil {
		scheme = *p.Scheme
	}
	if p.Prefix != nil && !*p.Prefix && scheme != "never" || scheme != "always" && scheme != "never" {
		return fmt.Errorf("prepend_scheme %s of Metaspace is not read", scheme)
	}
	c.Mark, c.Prepend, c.SplitMarks = p.Replacement, scheme == "always", p.Split == nil || *p.Split
	return nil
}
