package tokenize

import (
	"encoding/json"
	"io"
)

// hfConfig is a tokenizer_config.json, what AutoTokenizer of transformers reads beside a tokenizer.json: which class it makes,
// which pieces are special and how long an input may be. A special token that the vocabulary lacks is null, so that none is added.
type hfConfig struct {
	Class        string   `json:"tokenizer_class"`
	Lowercase    bool     `json:"do_lower_case"`
	StripAccents bool     `json:"strip_accents"`
	ChineseChars bool     `json:"tokenize_chinese_chars"`
	MaxLength    int      `json:"model_max_length"`
	Inputs       []string `json:"model_input_names"`
	Pad          *string  `json:"pad_token"`
	Unk          *string  `json:"unk_token"`
	Cls          *string  `json:"cls_token"`
	Sep          *string  `json:"sep_token"`
	Mask         *string  `json:"mask_token"`
	Cleanup      bool     `json:"clean_up_tokenization_spaces"`
}

// bertMaxWordChars is what BertTokenizer of transformers has, whatever its tokenizer.json says.
const bertMaxWordChars = 100

// WriteConfig writes the tokenizer_config.json that belongs beside WriteJSON's file; maxLength is in ids. The class is
// BertTokenizer, or, for another limit of a word than BERT's, PreTrainedTokenizerFast, which takes everything from the
// tokenizer.json.
func (t *Tokenizer) WriteConfig(w io.Writer, maxLength int) error {
	c := hfConfig{Class: "BertTokenizer", Lowercase: t.options.Lowercase, StripAccents: t.options.StripAccents, ChineseChars: true,
		MaxLength: maxLength, Inputs: []string{"input_ids", "token_type_ids", "attention_mask"}, Cleanup: true}
	if t.options.MaxWordChars != bertMaxWordChars {
		c.Class = "PreTrainedTokenizerFast"
	}
	for text, place := range map[string]**string{PadToken: &c.Pad, UnkToken: &c.Unk, ClsToken: &c.Cls, SepToken: &c.Sep, MaskToken: &c.Mask} {
		if _, ok := t.vocab.ID(text); ok {
			*place = &text
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(&c)
}
