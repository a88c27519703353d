// Package fileform has the formats of documents, topics, judgements and runs: how to recognise a file of each, and how to read its records.
package fileform

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// Format is a name that users give: of a format in the tables below, of a collection's family of formats (msmarco, trec, beir), or auto.
type Format = string

const (
	Auto    Format = "auto" // detected from the first 64 KiB and the file's name
	MSMARCO Format = "msmarco"
	TREC    Format = "trec"
	BEIR    Format = "beir"

	WikiQA         Format = "wikiqa"        // WikiQA's own files
	WikiPassageQA  Format = "wikipassageqa" // its passages and questions
	Cranfield      Format = "cranfield"     // cran.all.1400, cran.qry, cranqrel
	JsonCollection Format = "json"          // Anserini's JsonCollection
	IrDatasets     Format = "ir-datasets"   // exports of ir_datasets
	Triples        Format = "triples"       // texts of MS MARCO's training triples
	Table          Format = "rows"          // a table of queries, documents and labels: CSV, TSV, JSON, Parquet, Arrow
)

// collectionFormats are the formats of whole collections.
var collectionFormats = []Format{MSMARCO, TREC, BEIR, WikiQA, WikiPassageQA, Cranfield, JsonCollection, IrDatasets, Triples, Table}

// Options determine how rows of tables are read. For other records, the options of the source determine it.
type Options = rowtable.Options

// Entry is one format of a part. To add a format, add a file with its reader and one entry here.
type Entry struct {
	Name       Format
	Families   []Format                   // the families of formats to which it belongs
	About      string                     // what a line or record looks like
	Fits       func(sourcefile.Head) bool // reports whether a file may have the format; nil: it must be named, or RunFormat detects it
	FamilyOnly bool                       // true if it is detected only in its families, never with auto
	header     bool                       // true if it is detected by the names of columns, which is more certain than by the form of lines
	Mojibake   bool                       // true if such files are known to hold UTF-8 that was once read as Latin-1
	Members    []string                   // the members that are read of documents that are objects
	// One of these is set: the reader of the part.
	Docs   reader[corpus.Doc]
	Topics reader[corpus.Query]
	Qrels  reader[corpus.Qrel]
	Run    runReader
}

// Part is a kind of file of a collection: documents, topics, judgements or a run.
type Part struct {
	Noun    string   // the noun for its records, in the plural
	Flag    string   // the option for its format; "" if a file is only looked at
	Formats []Entry  // its formats
	Roles   []string // the roles of the columns that it reads of a table
}

var (
	DocumentsPart = Part{sourcefile.DocumentsNoun, DocumentsFlag, DocumentFormats,
		[]string{tabular.DocRole, tabular.DocIDRole, tabular.TitleRole, tabular.PositiveRole, tabular.NegativeRole}}
	TopicsPart = Part{sourcefile.QueriesNoun, TopicsFlag, TopicFormats, []string{tabular.QueryRole, tabular.QueryIDRole, tabular.SplitRole}}
	QrelsPart  = Part{sourcefile.JudgementsNoun, QrelsFlag, QrelsFormats, []string{tabular.QueryRole, tabular.QueryIDRole, tabular.DocRole,
		tabular.DocIDRole, tabular.LabelRole, tabular.PositiveRole, tabular.NegativeRole, tabular.SplitRole}}
	RunPart = Part{sourcefile.RowsNoun, RunFlag, RunFormats, nil}
)

type (
	reader[T any] func(s *sourcefile.Source, o Options, emit func(record T, line int) error) error
	runReader     func(line []byte) (r Row, bad string)
)

// DocumentFormats are the formats of documents.
var DocumentFormats = []Entry{
	{Name: "tsv", Families: []Format{MSMARCO}, About: "pid TAB passage (collection.tsv)",
		Fits: fitsTSV, Docs: readCollectionTSV, Mojibake: true},
	{Name: "msmarco-docs", Families: []Format{MSMARCO}, About: "docid TAB url TAB title TAB body (msmarco-docs.tsv)",
		Fits: fitsFour(false), Docs: readDocsTSV},
	{Name: "top1000", Families: []Format{MSMARCO}, About: "qid TAB pid TAB query TAB passage (top1000.dev.tsv)",
		Fits: fitsTop1000, Docs: mapRows(top1000Rows, rowtable.ReadDocs), Mojibake: true},
	{Name: "trec", Families: []Format{TREC, IrDatasets}, About: "<DOC> <DOCNO> id </DOCNO> <TEXT> text </TEXT> </DOC>",
		Fits: fitsTRECDocs, Docs: readTRECDocs},
	{Name: "jsonl", Families: []Format{BEIR, IrDatasets}, About: `{"_id", "title", "text"} (corpus.jsonl)`,
		Fits: fitsJSONLDocs, Docs: readJSONLDocs, Members: jsonlMembers},
	{Name: "wikiqa", Families: []Format{WikiQA},
		About: `QuestionID TAB Question TAB DocumentID TAB DocumentTitle TAB SentenceID TAB Sentence TAB Label`,
		Fits:  fitsWikiQA, Docs: mapRows(wikiQARows, rowtable.ReadDocs)},
	{Name: "wikipassageqa", Families: []Format{WikiPassageQA}, About: `{"document": {"0": "passage"}} (document_passages.json)`,
		Fits: fitsPassages, Docs: readPassages},
	{Name: "cranfield", Families: []Format{Cranfield}, About: ".I number, .T title, .A author, .B source, .W text (cran.all.1400)",
		Fits: fitsCranfield, Docs: readCranfieldDocs},
	{Name: "json", Families: []Format{JsonCollection}, About: `{"id", "contents"}, or an array of them`,
		Fits: fitsAnserini, Docs: readAnserini, Members: anseriniMembers},
	{Name: "ir-tsv", Families: []Format{IrDatasets}, About: "doc_id TAB field TAB field",
		Fits: fitsExported, FamilyOnly: true, Docs: readExportedDocs},
	{Name: Triples, Families: []Format{Triples}, About: "query TAB positive TAB negative (triples.train.small.tsv)",
		Fits: rowtable.FitsTriples, FamilyOnly: true, Docs: mapRows(tripleRows, rowtable.ReadDocs)},
	{Name: Table, Families: []Format{Table}, About: RowsLook, Fits: FitsRowDocs, header: true, Docs: mapRows(nil, rowtable.ReadDocs)},
}

// TopicFormats are the formats of topics.
var TopicFormats = []Entry{
	{Name: "tsv", Families: []Format{MSMARCO, TREC, JsonCollection}, About: "qid TAB text",
		Fits: fitsTSV, Topics: readTSVTopics},
	{Name: "classic", Families: []Format{TREC, JsonCollection, IrDatasets}, About: "<top> <num> Number: 1 <title> text </top>",
		Fits: fitsClassic, Topics: readClassicTopics},
	{Name: "xml", Families: []Format{TREC, JsonCollection}, About: `<topic number="1"> <query> text </query> </topic>`,
		Fits: fitsXMLTopics, Topics: readXMLTopics},
	{Name: "jsonl", Families: []Format{TREC, BEIR, JsonCollection, IrDatasets}, About: `{"_id", "text"}`,
		Fits: fitsObjects, Topics: readJSONLTopics},
	{Name: "top1000", About: "qid TAB pid TAB query TAB passage",
		Fits: fitsTop1000, Topics: mapRows(top1000Rows, rowtable.ReadTopics), Mojibake: true},
	{Name: "wikiqa", Families: []Format{WikiQA}, About: "the same table as the documents",
		Fits: fitsWikiQA, Topics: mapRows(wikiQARows, rowtable.ReadTopics)},
	{Name: "wikipassageqa", Families: []Format{WikiPassageQA}, About: "QID TAB Question TAB DocumentID TAB DocumentName TAB RelevantPassages",
		Fits: fitsQuestions, Topics: mapRows(QuestionRows, rowtable.ReadTopics)},
	{Name: "cranfield", Families: []Format{Cranfield}, About: ".I number, .W text (cran.qry)",
		Fits: fitsCranfield, Topics: readCranfieldTopics},
	{Name: Triples, Families: []Format{Triples}, About: "the same lines as the documents", Topics: mapRows(tripleRows, rowtable.ReadTopics)},
	{Name: "ir-tsv", Families: []Format{IrDatasets}, About: "query_id TAB title TAB description TAB narrative",
		Fits: fitsExported, FamilyOnly: true, Topics: readExportedTopics},
	{Name: Table, Families: []Format{Table}, About: RowsLook, Fits: fitsRowTopics, header: true, Topics: mapRows(nil, rowtable.ReadTopics)},
}

// RowsLook describes the format rows.
const RowsLook = "CSV, TSV, JSON, Parquet or Arrow with columns such as query, passage, label"

// TripleIDs is the format of judgements as triples of ids.
const TripleIDs = "triples-ids"

// The fields of lines of judgements, for LineQrels.
const (
	TrecLook  = "qid iteration docid grade"
	threeLook = "qid docid grade"
	prelsLook = "qid docid grade method probability"
)

// QrelsFormats are the formats of judgements.
var QrelsFormats = []Entry{
	{Name: "trec", Families: []Format{TREC, MSMARCO, BEIR, JsonCollection, IrDatasets},
		About: TrecLook, Fits: FitsTRECQrels, Qrels: LineQrels(TrecLook)},
	{Name: "3col", Families: []Format{BEIR}, About: threeLook, Fits: fitsThreeColumns, Qrels: LineQrels(threeLook)},
	{Name: "prels", About: prelsLook, Qrels: LineQrels(prelsLook)},
	{Name: "wikiqa", Families: []Format{WikiQA}, About: "the same table as the documents",
		Fits: fitsWikiQA, Qrels: mapRows(wikiQARows, rowtable.ReadQrels)},
	{Name: "wikipassageqa", Families: []Format{WikiPassageQA}, About: "the same table as the questions",
		Fits: fitsQuestions, Qrels: mapRows(QuestionRows, rowtable.ReadQrels)},
	{Name: "cranqrel", Families: []Format{Cranfield}, About: "qid docid code (cranqrel)",
		Qrels: readCranqrel},
	{Name: "smart", Families: []Format{Cranfield}, About: "qid docid 0 0 (CISI.REL, qrels.text)", Fits: fitsSMART, Qrels: readSMART},
	{Name: "ir-tsv", Families: []Format{IrDatasets}, About: "query_id TAB doc_id TAB relevance TAB iteration",
		Fits: fitsExportedQrels, FamilyOnly: true, Qrels: readExportedQrels},
	{Name: Triples, Families: []Format{Triples}, About: "the same lines as the documents", Qrels: mapRows(tripleRows, rowtable.ReadQrels)},
	{Name: TripleIDs, About: "qid TAB positive TAB negative (qidpidtriples.train.full.2.tsv), or docpairs in JSON", Fits: fitsIDTriples, Qrels: readIDTripleQrels},
	{Name: Table, Families: []Format{Table, BEIR, IrDatasets}, About: RowsLook,
		Fits: FitsRowQrels, header: true, Qrels: mapRows(nil, rowtable.ReadQrels)},
}

// RunFormats are the formats of runs.
var RunFormats = []Entry{
	{Name: "trec", About: "qid Q0 docid rank score tag", Run: runLine{fields: 6, doc: 2, rank: 3, score: 4, more: true}.read},
	{Name: "2col", About: "qid docid, best first", Run: runLine{fields: 2, doc: 1}.read},
	{Name: "3col", About: "qid docid score", Run: runLine{fields: 3, doc: 1, score: 2}.read},
	{Name: "msmarco", About: "qid TAB docid TAB rank", Run: runLine{fields: 3, doc: 1, rank: 2, tabs: true}.read},
	{Name: "top1000", About: "qid TAB pid TAB query TAB passage, unordered", Run: runLine{fields: 4, doc: 1, tabs: true, noScore: true}.read},
	{Name: Table, About: "CSV, TSV, JSON, Parquet or Arrow with columns such as query_id, doc_id, score"},
}

// FormatNames returns the names of the formats in a table.
func FormatNames(table []Entry) []string {
	return lists.Map(table, func(e Entry) string { return e.Name })
}

// Open opens a file of records and returns it with the entry of its format, which Choose finds.
func (p Part) Open(path string, format Format, o sourcefile.Options, rep *sourcefile.Report) (*sourcefile.Source, Entry, error) {
	s, err := sourcefile.Open(path, o, rep)
	if err != nil {
		return nil, Entry{}, err
	}
	if s.Empty() {
		s.Close()
		return nil, Entry{}, sourcefile.EmptyError(p.Noun, path, "", new(sourcefile.Report), sourcefile.Report{})
	}
	s.Noun = p.Noun
	e, err := p.Choose(format, s)
	if err != nil {
		s.Close()
	}
	return s, e, err
}

// Choose returns the entry for a format. If format is a family or auto, it detects the entry from the file's head: among the entries of the
// family, or among all.
func (p Part) Choose(format Format, s *sourcefile.Source) (e Entry, err error) {
	if p.Flag == RunFlag && format == Auto {
		e, err = pickRun(s)
	} else {
		e, err = p.pick(format, s)
	}
	s.About = e.About
	return e, err
}

// pick returns the entry for a format as Choose does. It does not detect runs.
func (p Part) pick(format Format, s *sourcefile.Source) (Entry, error) {
	var entries []Entry
	for _, e := range p.Formats {
		if e.Name == format && !slices.Contains(collectionFormats, format) {
			return e, nil
		}
		if (format == Auto || format == "") && !e.FamilyOnly || e.Name == format || slices.Contains(e.Families, format) {
			entries = append(entries, e)
		}
	}
	if len(entries) == 1 {
		return entries[0], nil
	}
	formats := slices.Sorted(slices.Values(slices.Concat(FormatNames(p.Formats), collectionFormats, []Format{Auto})))
	if len(entries) == 0 {
		return Entry{}, errs.BadUsage("use "+strings.Join(slices.Compact(formats), ", "), "unknown format %q", format)
	}
	h := sourcefile.NewHead(s)
	fitting := slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return e.Fits == nil || !e.Fits(h) })
	i := slices.IndexFunc(fitting, func(e Entry) bool { return e.header })
	if err := Refuse(h, p.Flag, i >= 0); err != nil {
		return Entry{}, err
	}
	if i >= 0 {
		fitting = fitting[i : i+1]
	}
	switch {
	case len(fitting) == 1:
		text := fitting[0].Name
		if text == Table {
			text += gradesOfWords(h)
		}
		s.Rep.Told = append(s.Rep.Told, s.Path+": "+text)
		return fitting[0], nil
	case len(fitting) > 1:
		return Entry{}, errs.BadInput(s.Path, 0, "choose with "+p.Flag, "it fits the formats %s", strings.Join(FormatNames(fitting), " and "))
	case format == Auto || format == "":
		if p.Flag == QrelsFlag && len(h.Lines) > 0 && len(sourcefile.AppendFields(h.Lines[0], nil)) == 6 && RunFormat(h) == TREC {
			return Entry{}, errs.BadInput(s.Path, 0, "give judgements: qid 0 docid grade", "a run, and judgements are wanted")
		}
		if t, plan, err := rowtable.PlanOf(h, rowtable.Options{Columns: h.Columns}); p.Flag == DocumentsFlag && err == nil && t != nil && plan.Columns.String() != "" {
			return Entry{}, plan.BadDocuments()
		}
		choices := lists.Map(p.Formats, func(e Entry) string { return e.Name + " = " + e.About })
		return Entry{}, errs.BadInput(s.Path, 0, "name it with "+p.Flag+": "+strings.Join(choices, "; "), "unknown format")
	}
	return entries[max(0, slices.IndexFunc(entries, func(e Entry) bool { return e.Name == format }))], nil
}
