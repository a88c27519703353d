// Package pipeline reads a tokenizer.json, the format in which Hugging Face's tokenizers saves a tokenizer whole, and encodes as it
// says: added tokens are taken out of the text (added.go), the rest is normalised (normalize.go), cut and encoded by a model (models.go),
// and a template puts special tokens around what comes of that (template.go). Names and meaning are those of HF tokenizers 0.23.3.
//
// What is read gives the ids of that library. Everything else is refused by the name of its feature.
package pipeline
