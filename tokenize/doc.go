// Package tokenize turns texts into WordPiece ids exactly as Hugging Face tokenizers does for BERT vocabularies, cuts single
// texts and pairs to length under its strategies, and trains vocabularies in the way of its trainer.
//
// The order of work is HF's: special tokens written in the text are taken out first, the rest is normalised (normalize.go),
// split at white space and punctuation (pretokenize.go), and every word is cut into the longest pieces the vocabulary has,
// from left to right (wordpiece.go). That is the definition, Tokenizer.plainIDs. AppendIDs gives the same ids faster: it
// walks the raw bytes and remembers what each run of them became (encode.go, cache.go).
package tokenize
