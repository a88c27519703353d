package tokenize

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

// The parts of a tokenizer.json, the format in which HF tokenizers saves a tokenizer whole, that decide a BERT
// tokenizer's ids. Names and meaning are those of HF tokenizers 0.23.
type hfTokenizer struct {
	Version       string                `json:"version"`
	Truncation    json.RawMessage       `json:"truncation"` // of a trainer's calls, as padding is: max_length sets lengths here
	Padding       json.RawMessage       `json:"padding"`
	AddedTokens   []pipeline.AddedToken `json:"added_tokens"`
	Normalizer    *hfNormalizer         `json:"normalizer"`
	PreTokenizer  *hfType               `json:"pre_tokenizer"`
	PostProcessor *hfTemplate           `json:"post_processor"`
	Decoder       *hfDecoder            `json:"decoder"`
	Model         *hfModel              `json:"model"`
}

type hfType struct {
	Type string `json:"type"`
}

type hfNormalizer struct {
	Type         string `json:"type"`
	CleanText    bool   `json:"clean_text"`
	ChineseChars bool   `json:"handle_chinese_chars"`
	StripAccents *bool  `json:"strip_accents"` // null: as lowercase
	Lowercase    bool   `json:"lowercase"`
}

type hfDecoder struct {
	Type    string `json:"type"`
	Prefix  string `json:"prefix"`
	Cleanup bool   `json:"cleanup"`
}

// hfTemplate is [CLS] A [SEP], and [CLS] A [SEP] B [SEP] with types 0 and 1.
type hfTemplate struct {
	Type string `json:"type"`
	pipeline.Processing
}

type hfModel struct {
	Type         string  `json:"type"`
	Unk          string  `json:"unk_token"`
	Prefix       string  `json:"continuing_subword_prefix"`
	MaxWordChars int     `json:"max_input_chars_per_word"`
	Vocab        hfVocab `json:"vocab"`
}

// hfVocab is {piece: id, ...} in the order of ids.
type hfVocab []string

func (v hfVocab) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for id, piece := range v {
		if id > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(appendPlainJSON(b, piece), ":%d", id)
	}
	return append(b, '}'), nil
}

// appendPlainJSON appends a JSON string in which < stays <.
func appendPlainJSON(b []byte, s string) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // a string
	}
	return append(b, bytes.TrimSuffix(out.Bytes(), []byte("\n"))...)
}

// WriteJSON writes the tokenizer as a tokenizer.json. HF tokenizers and PreTrainedTokenizerFast of
// transformers load it and return the same ids. It is the file that was read, or for WordPiece a
// new file.
func (t *Tokenizer) WriteJSON(w io.Writer) error {
	words, ok := t.encoder.(*wordPieces)
	if !ok {
		_, err := w.Write(t.source)
		return err
	}
	return words.writeJSON(w)
}

func (t *wordPieces) writeJSON(w io.Writer) error {
	n := &hfNormalizer{Type: "BertNormalizer", CleanText: true, ChineseChars: true, Lowercase: t.options.Lowercase}
	if t.options.StripAccents != t.options.Lowercase {
		n.StripAccents = &t.options.StripAccents
	}
	f := hfTokenizer{Version: "1.0", Normalizer: n, PreTokenizer: &hfType{"BertPreTokenizer"},
		Decoder: &hfDecoder{"WordPiece", continuation, true},
		Model:   &hfModel{Type: "WordPiece", Unk: UnkToken, Prefix: continuation, MaxWordChars: t.options.MaxWordChars, Vocab: t.vocab.pieces}}
	for _, s := range t.specials {
		f.AddedTokens = append(f.AddedTokens, pipeline.AddedToken{ID: s.id, Content: s.text, Special: true})
	}
	slices.SortFunc(f.AddedTokens, func(a, b pipeline.AddedToken) int { return cmp.Compare(a.ID, b.ID) })
	f.PostProcessor = &hfTemplate{Type: "TemplateProcessing", Processing: pipeline.Processing{
		Single: bertTemplate[:3], Pair: bertTemplate[:], Specials: map[string]pipeline.SpecialTokens{}}}
	for text, id := range map[string]int32{ClsToken: t.cls, SepToken: t.sep} {
		f.PostProcessor.Specials[text] = pipeline.SpecialTokens{ID: text, IDs: []int32{id}, Tokens: []string{text}}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(&f)
}

// bertTemplate is [CLS] A [SEP] B [SEP]; its first three pieces are the template of a single text.
var bertTemplate = [...]pipeline.Piece{
	{Special: &pipeline.NamedPiece{ID: ClsToken}}, {Sequence: &pipeline.NamedPiece{ID: "A"}}, {Special: &pipeline.NamedPiece{ID: SepToken}},
	{Sequence: &pipeline.NamedPiece{ID: "B", Type: 1}}, {Special: &pipeline.NamedPiece{ID: SepToken, Type: 1}},
}
