// Package tokenize turns texts into WordPiece ids exactly as Hugging Face tokenizers does for BERT vocabularies, truncates single texts and
// pairs under its strategies, and trains vocabularies in the way of its trainer.
//
// The order of work is HF's. Special tokens written in the text are taken out first. The rest is normalised and split at white space and
// punctuation (package chars). Every word is cut into the longest pieces in the vocabulary, from left to right (package model). The tests
// have this definition as wordPieces.plainIDs. AppendIDs returns the same ids faster, with a cache (encode.go).
package tokenize
