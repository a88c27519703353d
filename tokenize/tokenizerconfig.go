package tokenize

import (
	"encoding/json"
	"io"
)

// hfConfig is a tokenizer_config.json, which AutoTokenizer of transformers reads beside a
// tokenizer.json. It names the class to make, the special pieces and the longest input. A special
// token that the vocabulary lacks is null, so that none is added.
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

// bertMaxWordChars is the limit in BertTokenizer of transformers, whatever its tokenizer.json
// states.
const bertMaxWordChars = 100

// WriteConfig writes the tokenizer_config.json for WriteJSON's file; maxLength is in ids. The class
// is BertTokenizer. For another limit of a word than BERT's, and for the other models, it is
// PreTrainedTokenizerFast, which takes everything from the tokenizer.json.
func (t *Tokenizer) WriteConfig(w io.Writer, maxLength int) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if words, ok := t.encoder.(*wordPieces); ok {
		return enc.Encode(words.config(maxLength))
	}
	return enc.Encode(t.fastConfig(maxLength))
}

func (t *wordPieces) config(maxLength int) *hfConfig {
	c := &hfConfig{Class: "BertTokenizer", Lowercase: t.options.Lowercase, StripAccents: t.options.StripAccents, ChineseChars: true,
		MaxLength: maxLength, Inputs: []string{"input_ids", "token_type_ids", "attention_mask"}, Cleanup: true}
	if t.options.MaxWordChars != bertMaxWordChars {
		c.Class = "PreTrainedTokenizerFast"
	}
	for text, place := range map[string]**string{PadToken: &c.Pad, UnkToken: &c.Unk, ClsToken: &c.Cls, SepToken: &c.Sep, MaskToken: &c.Mask} {
		if _, ok := t.vocab.ID(text); ok {
			*place = &text
		}
	}
	return c
}

// fastConfig is hfConfig for models whose tokenizer.json states everything else.
type fastConfig struct {
	Class     string   `json:"tokenizer_class"`
	MaxLength int      `json:"model_max_length"`
	Inputs    []string `json:"model_input_names"`   // models of BPE and Unigram have no segments
	Pad       string   `json:"pad_token,omitempty"` // without one, batches of several lengths cannot be made
	Cleanup   bool     `json:"clean_up_tokenization_spaces"`
}

// padTokens are the padding tokens of published models, the more usual ones first.
var padTokens = [...]string{PadToken, "<pad>", "<|padding|>", "<|pad|>", "<|endoftext|>", "<|finetune_right_pad_id|>", "<|end_of_text|>"}

func (t *Tokenizer) fastConfig(maxLength int) *fastConfig {
	c := &fastConfig{Class: "PreTrainedTokenizerFast", MaxLength: maxLength, Inputs: []string{"input_ids", "attention_mask"}}
	for _, text := range padTokens {
		if _, ok := t.vocab.ID(text); ok {
			c.Pad = text
			break
		}
	}
	return c
}
