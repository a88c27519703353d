// Package basic has what BERT's tokenizer does to a text before its model: the normaliser (normalize.go) and the cutting into words
// (pretokenize.go), by the version of Unicode of HF tokenizers (unicode8.go).
package basic
