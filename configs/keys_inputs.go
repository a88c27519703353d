package configs

import (
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
)

// DocumentOptions holds the settings for the collection's files and for reading its documents.
type DocumentOptions struct {
	Data       string `key:"data"`
	Format     string `key:"format"`
	Collection string `key:"collection"`
	Columns    string `key:"columns"`
	Labels     string `key:"labels"`
	DocFields  string `key:"doc_fields"`
	Encoding   string `key:"encoding"`
	Markup     string `key:"markup"`
	Strict     bool   `key:"strict"`
	Index      string `key:"index"`
}

// QueryOptions holds the settings for the files of queries, judgements and runs, for reading them, and for selecting queries.
type QueryOptions struct {
	Topics          string `key:"topics"`
	Qrels           string `key:"qrels"`
	Run             string `key:"run"`
	TopicFields     string `key:"topic_fields"`
	TopicsFormat    string `key:"topics_format"`
	QrelsFormat     string `key:"qrels_format"`
	WPQAFilter      string `key:"wpqa_filter"`
	RequirePositive bool   `key:"require_positive"`
	Splits          string `key:"splits"`
	Fold            int    `key:"fold"`
	TrainOn         string `key:"train_on"`
	OnOverlap       string `key:"on_overlap"`
	QuerySample     string `key:"query_sample"`
	Limit           int    `key:"limit"`
}

// inputKeys are the keys of input files.
var inputKeys = []Key{
	{Name: "gen.data", HasFlag: true, Decides: Documents, Files: wholePath{}, Brief: "a collection in a folder, or a file of rows",
		Doc: "the collection's own folder; or rows: a file, a 'pattern*' of rows, or - for standard input"},
	{Name: "gen.format", HasFlag: true, Default: "auto", Decides: Documents,
		Choices: oneOf("auto", "msmarco", "trec", "beir", "wikiqa", "wikipassageqa", "cranfield", "json", "ir-datasets", "triples",
			"rows"),
		Brief: "form of the collection; auto: told by its files", Doc: "{choices}"},
	{Name: "gen.collection", HasFlag: true, Decides: Documents, Files: wholePath{}, Doc: "documents, instead of those in the folder"},
	{Name: "gen.columns", HasFlag: true, Decides: Documents, Brief: "columns of rows: query=NAME,document=NAME,label=NAME",
		Doc: "of rows, where their names do not tell: query=NAME,document=NAME,label=NAME, or positive, negative, query_id, document_id, " +
			"title, score, split, unused; numbers where there is no header"},
	{Name: "gen.labels", HasFlag: true, Decides: Documents, Brief: "of rows, what the values of a label mean: yes=1,no=0",
		Doc: "of rows, what the values of a label mean: yes=1,no=0; a value may be empty, a grade too (judges nothing)"},
	{Name: "gen.topics", HasFlag: true, Decides: Topics, Files: pathList{}, Doc: "queries: FILE, or SPLIT=FILE,SPLIT=FILE"},
	{Name: "gen.qrels", HasFlag: true, Decides: Topics, Needs: "labels",
		Files: pathList{}, Doc: "judgements: FILE, or SPLIT=FILE,SPLIT=FILE"},
	{Name: "gen.run", HasFlag: true, Decides: Topics, Needs: "queries",
		Files: pathList{}, Brief: "candidates from a run, or given: those of the rows",
		Doc: "candidates from a run instead of own retrieval: FILE, or SPLIT=FILE,SPLIT=FILE, or given (wikiqa, wikipassageqa, " +
			"triples and rows name their own)"},
	{Name: "gen.topic_fields", Default: "title", Decides: Topics, Needs: "queries, fields",
		Doc: "topic fields that make the query text: title,desc,narr"},
	{Name: "gen.doc_fields", HasFlag: true, Default: "auto", Decides: Documents, Needs: "documents",
		Doc: "document fields that make the text: title,text,url; auto is title,text (cranfield: text)"},
	{Name: "gen.encoding", HasFlag: true, Default: "mixed", Decides: Documents, Open: true,
		Choices: []choice{{Value: "mixed", Note: "UTF-8, and each byte that is not valid as windows-1252"}, {Value: "utf-8"}, {Value: "latin-1"},
			{Value: "windows-1252"}},
		Doc: "{choices}, or another of one byte a letter, such as windows-1250"},
	{Name: "gen.markup", HasFlag: true, Default: "keep", Decides: Documents,
		Choices: oneOf("keep", "strip"),
		Doc:     "{choices}: tags, entities and CDATA of HTML, and soft hyphens, in documents and queries"},
	{Name: "gen.strict", Default: "false", Decides: Documents, Doc: "make the first malformed line an error"},
	{Name: "gen.topics_format", Decides: Topics, Needs: "queries", Open: true,
		Choices: oneOf("tsv", "classic", "xml", "jsonl", "top1000"),
		Doc:     "{choices}, where topics have another form than the collection's"},
	{Name: "gen.qrels_format", Decides: Topics, Needs: "judgements, labels", Open: true,
		Choices: oneOf("3col", "prels", "triples-ids"),
		Doc:     "{choices}, where judgements have other columns than the format's"},
	{Name: "gen.wpqa_filter", Default: "none", Decides: Topics, Needs: "wikipassageqa",
		Choices: oneOf("none", "rennings"),
		Doc:     "questions of WikiPassageQA to leave out: {choices}"},
	{Name: "gen.require_positive", Default: "false", Decides: Topics, Needs: "queries, judgements",
		Doc: "leave out queries without a relevant document"},
	{Name: "gen.index", HasFlag: true, Decides: Documents, Files: wholePath{}, Doc: "a finished index to use instead of building one"},
	{Name: "gen.splits", HasFlag: true, Default: "given", Decides: Topics, Needs: "queries, splits", OneForm: splitSource,
		Choices: []choice{
			{Value: "given"},
			{Form: "hash 70/15/15"},
			{Form: "folds 5"},
			{Form: "test from dev 30", Note: "or train: that share of its queries is test, instead of a given test split"},
		},
		Doc: "{choices}"},
	{Name: "gen.fold", Default: "0", Range: atLeast(0), Decides: Topics, Needs: "queries, splits",
		Doc: "which of the folds is the test split (0-based)"},
	{Name: "gen.train_on", Decides: Topics, OneForm: SplitWord,
		Doc: "split that training rows come from (default: train, or all queries where none is named)"},
	{Name: "gen.on_overlap", Default: "drop", Decides: Topics, Needs: "queries, overlap",
		Choices: []choice{{Value: "drop", Note: "they leave training, and those of test leave dev"}, {Value: "keep"}, {Value: "error"}},
		Doc:     "queries of training whose text a held-out split has too: {choices}"},
	{Name: "gen.query_sample", Decides: Topics, Needs: "queries", OneForm: splitList,
		Doc: "share of every split's queries to use, by hash and nested: 0.1, or train=0.1,test=0.5"},
	{Name: "gen.limit", HasFlag: true, Default: "0", Range: atLeast(0), Decides: Topics, Needs: "queries",
		Doc: "use only the first N queries of every split (0: all)"},
}

// splitList returns a list of splits, or of SPLIT=NUMBER, with synonyms replaced by the splits' names.
func splitList(text string) string { return betweenCommas().ReplaceAllStringFunc(text, trimmedSplit) }

// splitSource returns a value of gen.splits with synonyms replaced by the splits' names.
func splitSource(text string) string { return betweenSpaces().ReplaceAllStringFunc(text, trimmedSplit) }

var betweenCommas, betweenSpaces = lazy.Regexp(`[^,=]+`), lazy.Regexp(`[^ ]+`)

func trimmedSplit(word string) string { return SplitWord(strings.TrimSpace(word)) }
