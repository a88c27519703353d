package configs

// Embed configures word vectors trained on their own (axiomine train embed); their dimension is gen.dimension.
type Embed struct {
	Model  string `mapstructure:"model"`
	Epochs int    `mapstructure:"epochs"`
}

// embedKeys are the keys of the section embed.
var embedKeys = []Key{
	{Name: "embed.model", HasFlag: true, Default: "skip-gram", Decides: Embedding, Sooner: byEmbedding,
		Choices: []choice{{Value: "skip-gram"}, {Value: "cbow", Note: "negative sampling"}, {Value: "glove"}},
		Doc:     "{choices}"},
	{Name: "embed.epochs", HasFlag: true, Default: "0", Range: closedRange(0, mostEpochs), Decides: Embedding, Sooner: byEmbedding,
		Doc: "passes over the text (0: 5, and 25 for glove)"},
}
