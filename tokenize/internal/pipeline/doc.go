// Package pipeline reads a tokenizer.json, the format in which Hugging Face's tokenizers saves a
// tokenizer whole, and encodes accordingly. Added tokens are taken out of the text (added.go). The
// rest is normalised (normalize.go), cut and encoded by a model (models.go), and a template puts
// special tokens around the ids (template.go). Names and meaning are those of HF tokenizers 0.23.3.
//
// A file that is read makes the ids of that library. Any other file is refused with the name of its
// feature.
package pipeline
