package pipeline

import (
	"encoding/json"
	"fmt"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/axiomine/axiomine/tokenize/internal/model"
)

// encoder appends the ids of a piece of text.
type encoder interface {
	AppendIDs(dst []int32, piece string) []int32
}

// parsedModel is a model with its vocabulary.
type parsedModel struct {
	model encoder
	vocab map[string]int32
	unk   int32      // the id of unk_token; -1: there is none
	bert  *BERTParts // nil if the model is not WordPiece
}

// readModel reads a model. p is the pre_tokenizer before it.
func readModel(kind string, raw json.RawMessage, p *preTokenizer) (parsedModel, error) {
	if p.byteLevel && kind != "BPE" {
		return parsedModel{}, fmt.Errorf("the pre_tokenizer ByteLevel before the model %s is not read", kind)
	}
	switch kind {
	case "BPE":
		return readBPE(raw, p)
	case "Unigram":
		return readUnigram(raw)
	case "WordPiece":
		return readWordPiece(raw)
	case "WordLevel":
		return readWordLevel(raw)
	}
	return parsedModel{}, fmt.Errorf("the model %s is not read", kind)
}

// readBPE reads a model BPE. The model encodes bytes if the pre_tokenizer is ByteLevel, and characters if it is not.
func readBPE(raw json.RawMessage, pre *preTokenizer) (parsedModel, error) {
	var p struct {
		typeName
		Dropout *float64 `json:"dropout"`
		Unk     *string  `json:"unk_token"`
		Prefix  *string  `json:"continuing_subword_prefix"`
		Suffix  *string  `json:"end_of_word_suffix"`
		Fuse    bool     `json:"fuse_unk"`
		Bytes   bool     `json:"byte_fallback"`
		Ignore  bool     `json:"ignore_merges"`
	}
	c := model.BPEConfig{Characters: !pre.byteLevel}
	lists := map[string]func(*json.Decoder) error{"vocab": vocabulary(&c.Vocab), "merges": merges(&c.Merges)}
	if err := readLists("model BPE", raw, &p, lists); err != nil {
		return parsedModel{}, err
	}
	if p.Dropout != nil && *p.Dropout != 0 {
		return parsedModel{}, fmt.Errorf("dropout is %v: it makes ids random, and is not read", *p.Dropout)
	}
	c.IgnoreMerges, c.ByteFallback, c.FuseUnknown = p.Ignore, p.Bytes, p.Fuse
	if p.Prefix != nil {
		c.Prefix = *p.Prefix
	}
	if p.Suffix != nil {
		c.Suffix = *p.Suffix
	}
	unk := int32(-1)
	if p.Unk != nil {
		c.Unknown = *p.Unk
		if id, ok := c.Vocab[*p.Unk]; ok {
			unk = id
		}
	}
	if c.Vocab == nil || c.Merges == nil {
		return parsedModel{}, fmt.Errorf("the model BPE lacks vocab or merges")
	}
	if err := checkAffixes(c.Prefix, c.Suffix); err != nil {
		return parsedModel{}, err
	}
	m, err := model.NewBPE(c)
	return parsedModel{model: m, vocab: c.Vocab, unk: unk}, err
}

// checkAffixes returns an error for a prefix or a suffix of pieces that is too long.
func checkAffixes(prefix, suffix string) error {
	for name, affix := range map[string]string{"continuing_subword_prefix": prefix, "end_of_word_suffix": suffix} {
		if len(affix) > safefile.Affix {
			return fmt.Errorf("%s has %s, more than %d", name, terminal.Plural(len(affix), "byte", "bytes"), safefile.Affix)
		}
	}
	return nil
}

func readUnigram(raw json.RawMessage) (parsedModel, error) {
	var p struct {
		typeName
		Unk   *int32 `json:"unk_id"`
		Bytes bool   `json:"byte_fallback"`
	}
	var list []model.Piece
	if err := readLists("model Unigram", raw, &p, map[string]func(*json.Decoder) error{"vocab": pieces(&list)}); err != nil {
		return parsedModel{}, err
	}
	if p.Unk == nil {
		return parsedModel{}, fmt.Errorf("unk_id is null, and is needed")
	}
	vocab := make(map[string]int32, len(list))
	for id, piece := range list {
		vocab[piece.Text] = int32(id)
	}
	m, err := model.NewUnigram(model.UnigramConfig{Unknown: *p.Unk, ByteFallback: p.Bytes, Pieces: list})
	return parsedModel{model: m, vocab: vocab, unk: *p.Unk}, err
}

// BERTParts holds the parts of a file that decide whether it is BERT's own tokenizer.
type BERTParts struct {
	Normalizer   *chars.Normalizer // nil if the normalizer is not BertNormalizer
	PreTokenizer bool              // the pre_tokenizer is BertPreTokenizer
	Unknown      string
	Prefix       string
	MaxWordChars int
}

func readWordPiece(raw json.RawMessage) (parsedModel, error) {
	var p struct {
		typeName
		Unknown  string `json:"unk_token"`
		Prefix   string `json:"continuing_subword_prefix"`
		MaxChars int    `json:"max_input_chars_per_word"`
	}
	var ids map[string]int32
	if err := readLists("model WordPiece", raw, &p, map[string]func(*json.Decoder) error{"vocab": vocabulary(&ids)}); err != nil {
		return parsedModel{}, err
	}
	unknown, ok := ids[p.Unknown]
	switch {
	case !ok:
		return parsedModel{}, fmt.Errorf("unk_token %q is not in the vocabulary", p.Unknown)
	case p.MaxChars < 1 || p.MaxChars > safefile.WordChars:
		return parsedModel{}, fmt.Errorf("max_input_chars_per_word is %d, not between 1 and %d", p.MaxChars, safefile.WordChars)
	}
	if err := checkAffixes(p.Prefix, ""); err != nil {
		return parsedModel{}, err
	}
	vocab := make(map[string]int, len(ids))
	for piece, id := range ids {
		vocab[piece] = int(id)
	}
	m := model.NewWordPieces(vocab, p.Unknown, p.Prefix, p.MaxChars)
	return parsedModel{m, ids, unknown, &BERTParts{Unknown: p.Unknown, Prefix: p.Prefix, MaxWordChars: p.MaxChars}}, nil
}

// wordLevel is a model whose pieces are whole words.
type wordLevel struct {
	vocab   map[string]int32
	unknown int32
}

// AppendIDs appends the id of a word to dst, or the id of unk_token if the vocabulary lacks the word.
func (m *wordLevel) AppendIDs(dst []int32, word string) []int32 {
	if id, ok := m.vocab[word]; ok {
		return append(dst, id)
	}
	return append(dst, m.unknown)
}

func readWordLevel(raw json.RawMessage) (parsedModel, error) {
	var p struct {
		typeName
		Unknown string `json:"unk_token"`
	}
	var ids map[string]int32
	if err := readLists("model WordLevel", raw, &p, map[string]func(*json.Decoder) error{"vocab": vocabulary(&ids)}); err != nil {
		return parsedModel{}, err
	}
	unknown, ok := ids[p.Unknown]
	if !ok {
		return parsedModel{}, fmt.Errorf("unk_token %q is not in the vocabulary", p.Unknown)
	}
	return parsedModel{model: &wordLevel{ids, unknown}, vocab: ids, unk: unknown}, nil
}
