package configs

// Embed configures word vectors trained on their own (axiomine train embed); their dimension is gen.dimension.
type Embed struct {
	Model        string  `mapstructure:"model"`
	Window       int     `mapstructure:"window"`
	Negative     int     `mapstructure:"negative"`
	Subsample    float64 `mapstructure:"subsample"`
	MinCount     int     `mapstructure:"min_count"`
	Epochs       int     `mapstructure:"epochs"`
	LearningRate float64 `mapstructure:"learning_rate"`
	OutputFormat string  `mapstructure:"output_format"`
}

// embedKeys are the keys of the section embed.
var embedKeys = []Key{
	{Name: "embed.model", HasFlag: true, Default: "skip-gram", Decides: Embedding, Sooner: byEmbedding,
		Choices: []choice{{Value: "skip-gram"}, {Value: "cbow", Note: "negative sampling"}, {Value: "glove"}},
		Doc:     "{choices}"},
	{Name: "embed.window", HasFlag: true, Default: "10", Range: closedRange(1, 1000), Decides: Embedding, Sooner: byEmbedding,
		Doc: "words on each side that count as near"},
	{Name: "embed.negative", HasFlag: true, Default: "10", Range: closedRange(1, 1000), Decides: Embedding, Sooner: byEmbedding,
		Doc: "negative samples for each word (not glove)"},
	{Name: "embed.subsample", HasFlag: true, Default: "0.0001", Range: closedRange(0, 1), Decides: Embedding, Sooner: byEmbedding,
		Doc: "words with a larger share of the text are left out at random (0: none; not glove)"},
	{Name: "embed.min_count", HasFlag: true, Default: "10", Range: atLeast(1), Decides: Embedding, Sooner: byEmbedding,
		Doc: "rarer terms get no vector"},
	{Name: "embed.epochs", HasFlag: true, Default: "0", Range: closedRange(0, mostEpochs), Decides: Embedding, Sooner: byEmbedding,
		Doc: "passes over the text (0: 5, and 25 for glove)"},
	{Name: "embed.learning_rate", HasFlag: true, Default: "0", Range: closedRange(0, 1), Decides: Embedding, Sooner: byEmbedding,
		Doc: "first step (0: 0.025, and 0.05 for glove)"},
	{Name: "embed.output_format", HasFlag: true, Default: "word2vec", Decides: Embedding,
		Choices: oneOf("word2vec", "word2vec-binary", "glove"),
		Doc:     "{choices}"},
}
