package configs

// AnalyserOptions holds the settings of the analyser, which turns texts into terms.
type AnalyserOptions struct {
	Language    string `key:"language"`
	Tokenizer   string `key:"tokenizer"`
	Stemmer     string `key:"stemmer"`
	Stopwords   string `key:"stopwords"`
	Possessives string `key:"possessives"`
}

// analyserKeys are the keys of the analyser. Doc continues the name of the key, and {choices} is the place of its choices.
var analyserKeys = []Key{
	{Name: "gen.language", HasFlag: true, Decides: Documents,
		Choices: oneOf(languageCodes()...),
		Brief:   "of the texts, as en, de, zh: sets their analysis",
		Doc:     "of the texts, sets tokenizer, stemmer and stopwords unless they are given themselves: {choices}"},
	{Name: "gen.tokenizer", Default: "unicode", Decides: Documents,
		Choices: []choice{
			{Value: "unicode", Note: "words of every script, CJK by two characters"},
			{Value: "alnum", Note: "a to z and digits"},
			{Value: "alpha", Note: "a to z"},
			{Value: "words", Note: "of every script, nothing done to them"},
			{Value: "wordpiece", Note: "of tokenize.vocab"},
		},
		Doc: "tokens of the analyser: {choices}"},
	{Name: "gen.stemmer", Default: "snowball:english", Decides: Documents, Files: pathBehind{"table:"},
		Choices: []choice{
			{Value: "none"},
			{Form: "snowball:LANGUAGE"},
			{Value: "porter"},
			{Form: "table:FILE", Note: "word TAB stem"},
		},
		Doc: "{choices}"},
	{Name: "gen.stopwords", Default: "english", Decides: Documents, Files: wholePath{},
		Choices: []choice{
			{Value: "none"},
			{Value: "english"},
			{Value: "lucene"},
			{Value: "inquery", Note: "Indri's and Galago's, 418 words"},
			{Form: "LANGUAGE", Note: "german and others"},
			{Form: "FILE"},
		},
		Doc: "{choices}"},
	{Name: "gen.possessives", Default: "keep", Decides: Documents,
		Choices: oneOf("keep", "strip"),
		Doc:     "{choices}: 's at the end of words"},
}
