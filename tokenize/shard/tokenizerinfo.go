package shard

import "github.com/axiomine/axiomine/tokenize"

// TokenizerInfo is what decides the ids.
type TokenizerInfo struct {
	VocabSHA256    string           `json:"vocab_sha256"`
	Options        tokenize.Options `json:"options"`
	MaxLength      int              `json:"max_length"`
	MaxQueryLength int              `json:"max_query_length"`
}

// setTokenizer takes from a tokenizer what rows of ids need.
func (p *plan) setTokenizer(t *tokenize.Tokenizer) {
	p.tokenizer = &TokenizerInfo{VocabSHA256: t.Vocab().SHA256(), Options: t.Options(), MaxLength: p.options.MaxLength, MaxQueryLength: p.options.MaxQueryLength}
	p.cls, _ = t.Vocab().ID(tokenize.ClsToken)
	p.sep, _ = t.Vocab().ID(tokenize.SepToken)
	p.types = make([]int8, 2*p.options.MaxLength)
	for i := p.options.MaxLength; i < len(p.types); i++ {
		p.types[i] = 1
	}
}
