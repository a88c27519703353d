package configs

import (
	"os"
	"path/filepath"
	"strings"
)

// Tokenize configures word pieces and shards.
type Tokenize struct {
	Vocab          string `key:"vocab"`
	VocabSize      int    `key:"vocab_size"`
	Cased          bool   `key:"cased"`
	MaxLength      int    `key:"max_length"`
	MaxQueryLength int    `key:"max_query_length"`
	OutputFormat   string `key:"output_format"`
	GroupSize      int    `key:"group_size"`
	Scores         string `key:"scores"`
	Pointwise      string `key:"pointwise"`
	Template       string `key:"template"`
	Prompt         string `key:"prompt"`
	RowsOf         string `key:"rows_of"`
	Layout         string `key:"layout"`
	MTDNNRanking   string `key:"mtdnn_ranking"`
	Candidates     string `key:"candidates"`
	Compat         string `key:"compat"`
	SpreadQueries  int    `key:"spread_queries"`
	Readers        int    `key:"readers"`
}

// mostLength is the maximum number of word pieces of a sequence. Memory has one counter for each length.
const mostLength = 1 << 20

// tokenizeKeys are the keys of the section tokenize.
var tokenizeKeys = []Key{
	{Name: "tokenize.vocab", HasFlag: true, Decides: Vocabulary, Needs: "word pieces", Sooner: byWordPiece, Files: wholePath{},
		OneForm: VocabularyFile,
		Brief:   "vocab.txt, tokenizer.json or a model's folder, for rows of token ids",
		Doc: "a vocab.txt (WordPiece), a tokenizer.json (WordPiece, byte-level BPE, Unigram) or a model's folder with one; empty: rows of texts " +
			"alone, and formats that are nothing without ids train WordPiece on the collection"},
	{Name: "tokenize.vocab_size", Default: "8000", Range: atLeast(100), Decides: Vocabulary, Needs: "trained vocabulary, formats of ids",
		Doc: "pieces of a trained vocabulary"},
	{Name: "tokenize.cased", Default: "false", Decides: Vocabulary, Needs: "cut texts",
		Sooner: byWordPiece, Doc: "keep case and accents"},
	{Name: "tokenize.max_length", HasFlag: true, Default: "256", Range: closedRange(8, mostLength), Decides: Shards,
		Doc: "word pieces per input, special tokens included"},
	{Name: "tokenize.max_query_length", Default: "64", Range: closedRange(4, mostLength), Decides: Shards,
		Doc: "word pieces per query, special tokens included"},
	{Name: "tokenize.output_format", HasFlag: true, Default: "parquet", Decides: Shards, OneForm: canonicalFormats,
		Doc: "output formats, separated by commas: axiomine tokenize formats names them; triplets is st-triplet"},
	{Name: "tokenize.readers", Default: "0", Range: closedRange(0, 65536), Decides: Shards,
		Doc: "ranks times workers that read files of their own: each split has at least 4 files for each (0: by bytes)"},
	{Name: "tokenize.spread_queries", Default: "0", Range: closedRange(0, 4096), Decides: Shards, Needs: "shuffled rows",
		Doc: "batches of so many rows, read in file order, hold no two rows of a query, and no positive that is known to be relevant or " +
			"preferred for another of them (0: rows are shuffled)"},
	{Name: "tokenize.group_size", HasFlag: true, Default: "0", Range: closedRange(0, 1024), Decides: Pairs, Needs: "groups",
		Doc: "documents per group, one of them the positive (0: 8, and 2 in mtdnn and matchzoo)"},
	{Name: "tokenize.scores", HasFlag: true, Decides: Shards, Files: pathList{},
		Doc: "runs of a model whose scores st-margin-mse, st-margin-ntuple, tevatron-distil and flagembedding-distil teach: FILE, or " +
			"FILE,FILE (default: the scores that rows of positives and negatives have, else those of the candidates)"},
	{Name: "tokenize.pointwise", Default: "once", Decides: Shards,
		Choices: []choice{
			{Value: "once", Note: "each has one row, with the label of most pairs, by weight; a judgement of the text overrules axioms"},
			{Value: "majority", Note: "that label, in a row for each pair that has it"},
			{Value: "soft", Note: "their share, a real number; judgements overrule likewise"},
			{Value: "keep", Note: "both labels"},
		},
		Doc: "inputs of several pairs, in pointwise rows: {choices}"},
	{Name: "tokenize.template", HasFlag: true, Default: "dpo", Decides: Shards, Files: wholePath{},
		Doc: "what a row of the format template is: dpo, dpo-chat, reward, rankt5, yes-no, rankzephyr, or a FILE (axiomine help template)"},
	{Name: "tokenize.prompt", HasFlag: true, Decides: Shards,
		Doc: "the instruction that goes with every query in flagembedding and swift, as its model was trained with (default: none)"},
	{Name: "tokenize.rows_of", Default: "all", Decides: Shards, OneForm: splitList,
		Choices: []choice{{Value: "all"}, {Value: "train"}, {Form: "train,dev"}},
		Doc:     "splits that have rows in shards: {choices}"},
	{Name: "tokenize.layout", Default: "B", Decides: Shards, Needs: "classes",
		Choices: []choice{{Value: "B", Note: "[CLS] q [SEP] d1 d2 [SEP]"}, {Value: "A", Note: "[CLS] q d1 [SEP] q d2 [SEP]"}},
		Doc:     "input of three-class tasks: {choices}"},
	{Name: "tokenize.mtdnn_ranking", Default: "group", Decides: Shards, Needs: "other than groups",
		Open:    true,
		Choices: []choice{{Value: "group", Note: "ranking loss"}, {Value: "pointwise", Note: "two classes"}, {Value: "regression"}},
		Doc:     "pairwise tasks in mtdnn: {choices}; each also with +san, which writes enable_san: true, except for groups"},
	{Name: "tokenize.candidates", HasFlag: true, Default: "none", Decides: Shards, OneForm: SplitWord,
		Choices: oneOf("none", "dev", "test", "all"),
		Doc:     "candidates to be scored, written beside the rows in the same layout: {choices}"},
	{Name: "tokenize.compat", Decides: Shards,
		Choices: oneOf("dl4marco"),
		Doc:     "{choices}: leave the last position of a tfrecord sequence unused, as that converter does"},
}

// formatSynonyms maps other names of formats to their names.
var formatSynonyms = map[string]string{"triplet": "st-triplet", "triplets": "st-triplet"}

// canonicalFormats returns a list of formats with the synonyms replaced.
func canonicalFormats(list string) string {
	names := strings.Split(list, ",")
	for i, name := range names {
		if format, ok := formatSynonyms[strings.TrimSpace(name)]; ok {
			names[i] = format
		}
	}
	return strings.Join(names, ",")
}

// VocabularyFile returns the tokenizer.json or vocab.txt in a model's folder. It returns path itself if there is neither.
func VocabularyFile(path string) string {
	for _, name := range []string{"tokenizer.json", "vocab.txt"} {
		if info, err := os.Stat(filepath.Join(path, name)); path != "" && err == nil && info.Mode().IsRegular() {
			return filepath.Join(path, name)
		}
	}
	return path
}
