package pipeline

import (
	"encoding/json"
	"fmt"

	"github.com/axiomine/axiomine/internal/safefile"
)

// WordPieces are the parts of BERT's tokenizer, for files that have them among others.
type WordPieces struct {
	Kind string // of such a tokenizer
	// Normalize returns what BertNormalizer does to a text.
	Normalize func(lowercase, stripAccents bool) func(text string) string
	// Model returns what appends the ids of a normalised text.
	Model  func(vocab map[string]int32, unknown string, maxWordChars int) func(dst []int32, text string) []int32
	Decode func(pieces []string) string
}

// wordModel is the model of a file.
type wordModel func(dst []int32, text string) []int32

func (m wordModel) AppendIDs(dst []int32, text string) []int32 { return m(dst, text) }

// bertGrowth is the largest growth of a text under BertNormalizer: that of its decomposition, and spaces around each character.
const bertGrowth = 2 * nfcGrowth

// readBertNormalizer reads BertNormalizer.
func (w *WordPieces) readBertNormalizer(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Clean     bool  `json:"clean_text"`
		Chinese   bool  `json:"handle_chinese_chars"`
		Strip     *bool `json:"strip_accents"`
		Lowercase bool  `json:"lowercase"`
	}
	if err := readStrict("normalizer BertNormalizer", raw, &p); err != nil {
		return noNormalizer, err
	}
	if !p.Clean || !p.Chinese {
		return noNormalizer, fmt.Errorf("clean_text or handle_chinese_chars is false")
	}
	strip := p.Lowercase
	if p.Strip != nil {
		strip = *p.Strip
	}
	return bounded(w.Normalize(p.Lowercase, strip), bertGrowth, nil), nil
}

// readModel reads a model WordPiece after BertPreTokenizer.
func (w *WordPieces) readModel(raw, preTokenizer json.RawMessage) (parsedModel, error) {
	var p struct {
		typeName
		Unknown  string           `json:"unk_token"`
		Prefix   string           `json:"continuing_subword_prefix"`
		MaxChars int              `json:"max_input_chars_per_word"`
		Vocab    map[string]int32 `json:"vocab"`
	}
	if err := readStrict("model WordPiece", raw, &p); err != nil {
		return parsedModel{}, err
	}
	isUsed := make([]bool, len(p.Vocab))
	for _, id := range p.Vocab {
		if id < 0 || int(id) >= len(isUsed) || isUsed[id] {
			return parsedModel{}, fmt.Errorf("the vocabulary's %d pieces have not the ids from 0 on", len(p.Vocab))
		}
		isUsed[id] = true
	}
	unknown, ok := p.Vocab[p.Unknown]
	kind, err := kindOf("pre_tokenizer", preTokenizer)
	switch {
	case err != nil:
		return parsedModel{}, err
	case kind != "BertPreTokenizer":
		return parsedModel{}, fmt.Errorf("the pre_tokenizer is not BertPreTokenizer")
	case p.Prefix != "##":
		return parsedModel{}, fmt.Errorf("continuing_subword_prefix is %q, not ##", p.Prefix)
	case !ok:
		return parsedModel{}, fmt.Errorf("unk_token %q is not in the vocabulary", p.Unknown)
	case p.MaxChars < 1 || p.MaxChars > safefile.WordChars:
		return parsedModel{}, fmt.Errorf("max_input_chars_per_word is %d, not between 1 and %d", p.MaxChars, safefile.WordChars)
	}
	return parsedModel{wordModel(w.Model(p.Vocab, p.Unknown, p.MaxChars)), p.Vocab, unknown, w.Decode}, nil
}

// checkPair returns an error for a template of pairs that has not each text once.
func checkPair(slots []Slot) error {
	count := map[Text]int{}
	for _, s := range slots {
		count[s.Text]++
	}
	if count[A] != 1 || count[B] != 1 {
		return fmt.Errorf("the post_processor's template of a pair has not A and B once each")
	}
	return nil
}
