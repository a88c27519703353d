// Package pipeline reads a tokenizer.json, the format in which Hugging Face's tokenizers saves a whole tokenizer, and encodes texts with
// it. Added tokens are taken out of the text (added.go). The rest is normalised (normalize.go), cut (pretokenizers.go) and encoded by a
// model (models.go). A template puts special tokens around the ids (template.go). Names and meaning are those of HF tokenizers 0.23.3.
//
// The ids are equal to those of that library. A file with a feature that the package does not support is refused with the feature's name.
package pipeline
