package tokenize

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sort"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
)

// bertJSON is the format of BERT's tokenizer.json, as HF tokenizers 0.23 saves it. Its verbs are for added_tokens, strip_accents,
// lowercase, the ids of [CLS] and [SEP], max_input_chars_per_word and vocab.
const bertJSON = `{"version":"1.0","truncation":null,"padding":null,"added_tokens":%s,
"normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":%s,"lowercase":%t},
"pre_tokenizer":{"type":"BertPreTokenizer"},
"post_processor":{"type":"TemplateProcessing",
"single":[{"SpecialToken":{"id":"[CLS]","type_id":0}},{"Sequence":{"id":"A","type_id":0}},{"SpecialToken":{"id":"[SEP]","type_id":0}}],
"pair":[{"SpecialToken":{"id":"[CLS]","type_id":0}},{"Sequence":{"id":"A","type_id":0}},{"SpecialToken":{"id":"[SEP]","type_id":0}},
{"Sequence":{"id":"B","type_id":1}},{"SpecialToken":{"id":"[SEP]","type_id":1}}],
"special_tokens":{"[CLS]":{"id":"[CLS]","ids":[%d],"tokens":["[CLS]"]},"[SEP]":{"id":"[SEP]","ids":[%d],"tokens":["[SEP]"]}}},
"decoder":{"type":"WordPiece","prefix":"##","cleanup":true},
"model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":%d,"vocab":%s}}`

// WriteJSON writes the tokenizer as a tokenizer.json: a new file for WordPiece, and the file that was read for other models. HF tokenizers
// and PreTrainedTokenizerFast of transformers load it and return the same ids.
func (t *Tokenizer) WriteJSON(w io.Writer) error {
	words, ok := t.encoder.(*wordPieces)
	if !ok {
		_, err := w.Write(t.source)
		return err
	}
	added := lists.Map(words.specials, func(s special) pipeline.AddedToken {
		return pipeline.AddedToken{ID: s.id, Content: s.text, Special: true}
	})
	sort.Slice(added, func(i, j int) bool { return added[i].ID < added[j].ID })
	o, strip := words.options, "null" // null means the value of lowercase
	if o.StripAccents != o.Lowercase {
		strip = fmt.Sprint(o.StripAccents)
	}
	return writeIndented(w, bertJSON, plainJSON(added), strip, o.Lowercase, words.cls, words.sep, o.MaxWordChars, vocabJSON(words.vocab.pieces))
}

// vocabJSON returns {piece: id, ...} in the order of ids.
func vocabJSON(pieces []string) []byte {
	b := []byte{'{'}
	for id, piece := range pieces {
		if id > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, "%s:%d", plainJSON(piece), id)
	}
	return append(b, '}')
}

// plainJSON returns a string or tokens as JSON. It does not escape <.
func plainJSON(value any) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic(err) // a string, or tokens
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// writeIndented writes JSON with each member on a line of its own. The JSON is that of fmt.Sprintf with format and args.
func writeIndented(w io.Writer, format string, args ...any) error {
	var out bytes.Buffer
	if err := json.Indent(&out, fmt.Appendf(nil, format, args...), "", "  "); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err := out.WriteTo(w)
	return err
}

// bertConfig is the format of the tokenizer_config.json beside BERT's tokenizer.json. AutoTokenizer of transformers reads from it the class
// to make, the special tokens and the longest input.
const bertConfig = `{"tokenizer_class":%q,"do_lower_case":%t,"strip_accents":%t,"tokenize_chinese_chars":true,"model_max_length":%d,
"model_input_names":["input_ids","token_type_ids","attention_mask"],"pad_token":%s,"unk_token":%s,"cls_token":%s,"sep_token":%s,
"mask_token":%s,"clean_up_tokenization_spaces":true}`

// bertMaxWordChars is the limit in BertTokenizer of transformers, which ignores the limit in its tokenizer.json.
const bertMaxWordChars = 100

// padTokens are the padding tokens of published models, the more frequent ones first.
var padTokens = [...]string{PadToken, "<pad>", "<|padding|>", "<|pad|>", "<|endoftext|>", "<|finetune_right_pad_id|>", "<|end_of_text|>"}

// WriteConfig writes the tokenizer_config.json for WriteJSON's file. maxLength is the length of the longest input in ids. The class is
// BertTokenizer for a WordPiece tokenizer with BERT's limit of a word. For all others it is PreTrainedTokenizerFast, which reads everything
// from the tokenizer.json.
func (t *Tokenizer) WriteConfig(w io.Writer, maxLength int) error {
	class, o := "PreTrainedTokenizerFast", t.Options()
	if words, ok := t.encoder.(*wordPieces); ok {
		if o.MaxWordChars == bertMaxWordChars {
			class = "BertTokenizer"
		}
		token := func(text string) string { // returns null if the vocabulary lacks the token, so that transformers adds none
			if _, ok := words.vocab.ID(text); !ok {
				return "null"
			}
			return string(plainJSON(text))
		}
		return writeIndented(w, bertConfig, class, o.Lowercase, o.StripAccents, maxLength, token(PadToken), token(UnkToken), token(ClsToken),
			token(SepToken), token(MaskToken))
	}
	pad := "" // a padding token is needed for batches of several lengths
	for _, text := range padTokens {
		if _, ok := t.vocab.ID(text); ok {
			pad = fmt.Sprintf(`"pad_token":%s,`, plainJSON(text))
			break
		}
	}
	return writeIndented(w, `{"tokenizer_class":%q,"model_max_length":%d,"model_input_names":["input_ids","attention_mask"],%s
"clean_up_tokenization_spaces":false}`, class, maxLength, pad) // models of BPE and Unigram have no segments
}
