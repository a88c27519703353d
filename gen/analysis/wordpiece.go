package analysis

// tokenizer returns the tokenizer of the options.
func (o Options) tokenizer() tokenizer {
	switch {
	case o.Tokenizer == "unicode" && o.Stemmer == "snowball:turkish":
		return turkishScript
	case o.Tokenizer != WordPiece:
		return tokenizers[o.Tokenizer]
	}
	return func(text string, buffer []byte, yield func(token []byte)) []byte {
		o.Pieces.Each(text, func(piece string) {
			buffer = append(buffer[:0], piece...)
			yield(buffer)
		})
		return buffer
	}
}
