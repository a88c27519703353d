package configs

// SimilarityOptions holds the settings for the similarity of terms.
type SimilarityOptions struct {
	Vectors     string `key:"vectors"`
	VectorsMode string `key:"vectors_mode"`
	Similarity  string `key:"similarity"`
	Dimension   int    `key:"dimension"`
}

// similarityKeys are the keys of word vectors and other sources of similarity.
var similarityKeys = []Key{
	{Name: "gen.vectors", HasFlag: true, Decides: Similarity, Needs: "similarity or vectors", Files: pathList{},
		Doc: "word vectors: the first of these files or patterns that exists ({data} is the folder), or train: skip-gram on " +
			"the collection's terms"},
	{Name: "gen.vectors_mode", Default: "forms", Decides: Similarity, Needs: "words",
		Choices: oneOf("forms", "stems"),
		Doc:     "{choices}: whose vector, synset or row of a table an analysed term takes"},
	{Name: "gen.similarity", HasFlag: true, Default: "vectors", Decides: Similarity, Needs: "similarity",
		Files: pathBehind{"table:", "wordnet:"},
		Choices: []choice{
			{Value: "vectors"},
			{Value: "wordnet", Note: "of Debian's wordnet-base"},
			{Form: "wordnet:DIR", Note: "a dict folder"},
			{Form: "table:FILE", Note: "WORD TAB WORD TAB SIMILARITY"},
		},
		Doc: "similarity of terms: {choices}"},
	{Name: "gen.dimension", Default: "0", Range: closedRange(0, 1<<16), Decides: Similarity, Needs: "trained vectors",
		Doc: "dimension of trained vectors (0: 100)"},
}
