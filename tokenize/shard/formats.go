package shard

import (
	"context"
	"io"
)

// format is one output format: the files it makes of a plan, and how many rows a finished file holds.
type format struct {
	name  string
	needs needs
	parts func(*plan) []part
	// count gives the rows of a file by its extension, for Verify.
	count map[string]func(path string) (int, error)
	about string // for users: what it is, for whom
}

// needs are what a format wants of a plan, or says of it.
type needs struct {
	ids      bool // the token store
	flat     bool // texts without tabs and line breaks
	classes  bool // takes rows of three-class tasks; other formats leave them out
	rankings bool // evaluates: writes the rankings
	groups   bool // of a positive and its negatives
	sized    bool // all of one size
	weights  bool // carries the weight of a row or of a group, at least in a config beside it

	sentences bool // where the sentences of documents end in the token store
}

// part is one file of a format. Parts are written in any order and by several goroutines, so write must depend on the
// plan alone.
type part struct {
	path  string // below the output's prefix, with slashes
	split string // whose rows it holds; "" for all
	rows  int
	table *tableInfo // the Hugging Face config the file belongs to; nil in other formats
	// beside marks a file that is no data but goes with them: a vocabulary, the definition of tasks.
	beside bool
	write  func(ctx context.Context, w io.Writer, progress func(rows int)) error

	format string // by name; plan.parts fills it
	// memory reads off a written file what its rows take in the loader's memory; nil where no card tells of it.
	memory func(full string) (int64, error)
}

// formats is the table of output formats.
var formats = []format{
	{"parquet", needs{ids: true, classes: true, weights: true}, parquetParts, countParquet,
		"Hugging Face datasets: texts, ids of pairs, ids for cross-encoders; a config for each three-class task, and all mixed"},
	{"triples", needs{flat: true, weights: true}, triplesParts, countLines, "MS MARCO triples: query, positive, negative as TSV; triples-meta says line by line where they come from"},
	{"triples-ids", needs{weights: true}, tripleIDsParts, countLines, "MS MARCO triples of ids: qid, pid, pid as TSV, and triples-ids-meta"},
	{"jsonl", needs{classes: true, weights: true}, jsonlParts, countLines, "every row with all that is known of it, one JSON object a line"},
	{"st-triplet", needs{weights: true}, stTripletParts, countParquet, "sentence-transformers: config triplet (anchor, positive, negative)"},
	{"st-ntuple", needs{groups: true, sized: true, weights: true}, stTupleParts, countParquet, "sentence-transformers: config n-tuple (anchor, positive, negative_1 .. negative_n), n the group size less one"},
	{"st-pairs", needs{weights: true}, stPairsParts, countParquet, "sentence-transformers: config labeled-pair (anchor, positive, label 1 or 0)"},
	{"st-margin-mse", needs{weights: true}, stMarginParts, countParquet, "sentence-transformers: config margin-mse (triplet and the difference of the scores)"},
	{"st-margin-ntuple", needs{groups: true, sized: true, weights: true}, stMarginTupleParts, countParquet, "sentence-transformers: config margin-mse-n-tuple (n-tuple and the scores of all its documents)"},
	{"st-labeled-list", needs{groups: true, sized: true, weights: true}, stLabeledListParts, countParquet, "sentence-transformers: config labeled-list (anchor, positive, labels), lists of the positive and its negatives"},
	{"st-ids", needs{weights: true}, stIDsParts, countParquet, "sentence-transformers: config train of ids, texts once in queries and documents"},
	{"st-cross", needs{weights: true}, stCrossParts, countParquet, "sentence-transformers CrossEncoder: config cross-encoder (query, passage, label 1 or 0)"},
	{"st-listwise", needs{groups: true, weights: true}, stListParts, countParquet, "sentence-transformers CrossEncoder: config listwise (query, docs, labels)"},
	{"tevatron", needs{groups: true, weights: true}, tevatronParts, countLines, "tevatron: JSON lines of a query, its positive and negatives, as many as the group size"},
	{"tevatron-ids", needs{groups: true, weights: true}, tevatronIDsParts, countLines, "tevatron: the same by id, with a corpus"},
	{"tevatron-distil", needs{groups: true, weights: true}, tevatronDistilParts, countLines, "tevatron distillation: the groups of tevatron, a score with every passage"},
	{"mtdnn", needs{ids: true, classes: true, groups: true, sized: true, weights: true}, mtdnnParts, countJSON, "MT-DNN: prepared JSON of every task and task_def.yml"},
	{"tfrecord", needs{ids: true}, tfrecordParts, countRecords, "dl4marco-bert: TFRecord of query_ids, doc_ids, label"},
	{"tfrecord-eval", needs{ids: true, rankings: true}, tfrecordEvalParts, countRecords, "dl4marco-bert: TFRecord of 1,000 candidates for every dev and test query, and query_doc_ids_SPLIT.txt"},
	{"matchzoo", needs{flat: true, groups: true, weights: true}, matchzooParts, countCSV, "MatchZoo: CSV for pack"},
	{"duet", needs{flat: true, weights: true}, duetParts, countLines, "MS MARCO's Duet v2 notebook: text triples, vocabulary, idf, and duet-meta"},
	{"duobert", needs{ids: true, classes: true, weights: true}, duobertParts, countParquet,
		"duoBERT: config duobert, ids of [CLS] query [SEP] document 1 [SEP] document 2 [SEP] in three segments; " +
			"one for each three-class task"},
	{"bertsum", needs{ids: true, sentences: true, classes: true, weights: true}, bertsumParts, countParquet,
		"BERTSUM: config bertsum, ids of the query and the sentences of two documents, each in [CLS] .. [SEP]; " +
			"one for each three-class task"},
	{"monot5", needs{weights: true}, monot5Parts, countLines,
		"monoT5: JSON lines of inputs (Query: .. Document: .. Relevant:) and targets (true or false)"},
	{"duot5", needs{weights: true}, duot5Parts, countLines,
		"duoT5: JSON lines of inputs (Query: .. Document0: .. Document1: .. Relevant:) and targets (true or false)"},
}

// FormatNames are the names of the output formats, in the order of the table.
func FormatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// About says in a line what a format is and for whom; "" where there is no such format.
func About(name string) string {
	f, _ := formatNamed(name)
	return f.about
}

// WantsGroups says whether a format has rows of a positive and several negatives, which spares fill.
func WantsGroups(name string) bool {
	f, ok := formatNamed(name)
	return ok && f.needs.groups
}

func formatNamed(name string) (format, bool) {
	for _, f := range formats {
		if f.name == name {
			return f, true
		}
	}
	return format{}, false
}
