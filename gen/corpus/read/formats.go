package read

import (
	_ "embed" // the page
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// Format is a name in the tables below: a format, or a collection's family of formats (msmarco, trec, beir), or auto.
type Format = string

const (
	Auto    Format = "auto" // told from the first 64 KiB and the file's name
	MSMARCO Format = "msmarco"
	TREC    Format = "trec"
	BEIR    Format = "beir"

	wikiQA         Format = "wikiqa"        // WikiQA's own files
	wikiPassageQA  Format = "wikipassageqa" // its passages and questions
	cranfield      Format = "cranfield"     // cran.all.1400, cran.qry, cranqrel
	jsonCollection Format = "json"          // Anserini's JsonCollection
	irDatasets     Format = "ir-datasets"   // exports of ir_datasets
	Triples        Format = "triples"       // texts of MS MARCO's training triples
	Answers        Format = "answers"       // generated answers of queries
	Table          Format = "rows"          // a table of queries, documents and labels: CSV, TSV, JSON, Parquet, Arrow
)

// collectionFormats are the formats of whole collections.
var collectionFormats = []Format{MSMARCO, TREC, BEIR, wikiQA, wikiPassageQA, cranfield, jsonCollection, irDatasets, Triples, Text, Answers,
	Table}

// entry is one format of a part. To add a format, add a file with its reader and one entry here.
type entry struct {
	name       Format
	families   []Format        // the collections in which such a file is found
	about      string          // what a line or record looks like
	fits       func(head) bool // nil: never detected, only named
	familyOnly bool            // detected in its families only, never under auto
	header     bool            // detected by names, which is more certain than a shape
	mojibake   bool            // known to hold UTF-8 that was once read as Latin-1
	members    []string        // of documents that are objects: those that are read
	// The reader of the part.
	docs   documentReader
	topics topicReader
	qrels  qrelsReader
	run    runReader
}

// part is a kind of file of a collection, of documents, topics or judgements.
type part struct {
	noun    string // what its records are, in the plural
	flag    string // the option for its format; "" where a file is only looked at
	formats []entry
	columns func(*tabular.Plan) []string // of a table: those that the part does not read
}

var (
	documentsPart = part{documentsNoun, documentsFlag, documentFormats, (*tabular.Plan).NoDocuments}
	topicsPart    = part{queriesNoun, topicsFlag, topicFormats, (*tabular.Plan).NoQueries}
	qrelsPart     = part{judgementsNoun, qrelsFlag, qrelsFormats, (*tabular.Plan).NoJudgements}
	runPart       = part{rowsNoun, runFlag, runFormats, nil}
)

type (
	documentReader func(s *source, o Options, emit func(d corpus.Doc, line int) error) error
	topicReader    func(s *source, o Options, emit func(q corpus.Query, line int) error) error
	qrelsReader    func(s *source, o Options, emit func(q corpus.Qrel, line int) error) error
	runReader      func(line []byte) (r row, bad string)
)

var documentFormats = []entry{
	{name: "tsv", families: []Format{MSMARCO}, about: "pid TAB passage (collection.tsv)",
		fits: fitsTSV, docs: readCollectionTSV, mojibake: true},
	{name: "msmarco-docs", families: []Format{MSMARCO}, about: "docid TAB url TAB title TAB body (msmarco-docs.tsv)",
		fits: fitsDocsTSV, docs: readDocsTSV},
	{name: "top1000", families: []Format{MSMARCO}, about: "qid TAB pid TAB query TAB passage (top1000.dev.tsv)",
		fits: fitsTop1000, docs: mapped(top1000Rows, readRowDocs), mojibake: true},
	{name: "trec", families: []Format{TREC, irDatasets}, about: "<DOC> <DOCNO> id </DOCNO> <TEXT> text </TEXT> </DOC>",
		fits: fitsTRECDocs, docs: readTRECDocs},
	{name: "jsonl", families: []Format{BEIR, irDatasets}, about: `{"_id", "title", "text"} (corpus.jsonl)`,
		fits: fitsJSONLDocs, docs: readJSONLDocs, members: jsonlMembers},
	{name: "wikiqa", families: []Format{wikiQA},
		about: `QuestionID TAB Question TAB DocumentID TAB DocumentTitle TAB SentenceID TAB Sentence TAB Label`,
		fits:  fitsWikiQA, docs: mapped(wikiQARows, readRowDocs)},
	{name: "wikipassageqa", families: []Format{wikiPassageQA}, about: `{"document": {"0": "passage"}} (document_passages.json)`,
		fits: fitsPassages, docs: readPassages},
	{name: "cranfield", families: []Format{cranfield}, about: ".I number, .T title, .A author, .B source, .W text (cran.all.1400)",
		fits: fitsCranfield, docs: readCranfieldDocs},
	{name: "json", families: []Format{jsonCollection}, about: `{"id", "contents"}, or an array of them`,
		fits: fitsAnserini, docs: readAnserini, members: anseriniMembers},
	{name: "ir-tsv", families: []Format{irDatasets}, about: "doc_id TAB field TAB field",
		fits: fitsExported, familyOnly: true, docs: readExportedDocs},
	{name: Triples, families: []Format{Triples}, about: "query TAB positive TAB negative (triples.train.small.tsv)",
		fits: fitsTriples, familyOnly: true, docs: mapped(tripleRows, readRowDocs)},
	{name: Text, families: []Format{Text}, about: "a folder of .txt and .md, each file a document",
		fits: fitsText, familyOnly: true, docs: readText},
	{name: Answers, families: []Format{Answers}, about: answersLook, fits: fitsAnswers, familyOnly: true, docs: mapped(answerRows, readRowDocs)},
	{name: Table, families: []Format{Table}, about: rowsLook, fits: fitsRowDocs, header: true, docs: readRowDocs},
}

var topicFormats = []entry{
	{name: "tsv", families: []Format{MSMARCO, TREC, jsonCollection, Text}, about: "qid TAB text",
		fits: fitsTSV, topics: readTSVTopics},
	{name: "classic", families: []Format{TREC, jsonCollection, irDatasets, Text}, about: "<top> <num> Number: 1 <title> text </top>",
		fits: fitsClassic, topics: readClassicTopics},
	{name: "xml", families: []Format{TREC, jsonCollection, Text}, about: `<topic number="1"> <query> text </query> </topic>`,
		fits: fitsXMLTopics, topics: readXMLTopics},
	{name: "jsonl", families: []Format{TREC, BEIR, jsonCollection, irDatasets, Text}, about: `{"_id", "text"}`,
		fits: fitsObjects, topics: readJSONLTopics},
	{name: "top1000", about: "qid TAB pid TAB query TAB passage", fits: fitsTop1000, topics: mapped(top1000Rows, readRowTopics), mojibake: true},
	{name: "wikiqa", families: []Format{wikiQA}, about: "the same table as the documents",
		fits: fitsWikiQA, topics: mapped(wikiQARows, readRowTopics)},
	{name: "wikipassageqa", families: []Format{wikiPassageQA}, about: "QID TAB Question TAB DocumentID TAB DocumentName TAB RelevantPassages",
		fits: fitsQuestions, topics: mapped(questionRows, readRowTopics)},
	{name: "cranfield", families: []Format{cranfield}, about: ".I number, .W text (cran.qry)",
		fits: fitsCranfield, topics: readCranfieldTopics},
	{name: Triples, families: []Format{Triples}, about: "the same lines as the documents", topics: mapped(tripleRows, readRowTopics)},
	{name: "ir-tsv", families: []Format{irDatasets}, about: "query_id TAB title TAB description TAB narrative",
		fits: fitsExported, familyOnly: true, topics: readExportedTopics},
	{name: Answers, families: []Format{Answers}, about: answersLook, fits: fitsAnswers, familyOnly: true, topics: mapped(answerRows, readRowTopics)},
	{name: Table, families: []Format{Table}, about: rowsLook, fits: fitsRowTopics, header: true, topics: readRowTopics},
}

const rowsLook = "CSV, TSV, JSON, Parquet or Arrow with columns such as query, passage, label"

// tripleIDs is the format of judgements as triples of ids.
const tripleIDs = "triples-ids"

// What lines of judgements look like.
const (
	trecLook  = "qid iteration docid grade"
	threeLook = "qid docid grade"
	prelsLook = "qid docid grade method probability"
)

var qrelsFormats = []entry{
	{name: "trec", families: []Format{TREC, MSMARCO, BEIR, jsonCollection, irDatasets, Text},
		about: trecLook, fits: fitsTRECQrels, qrels: lineQrels(trecLook)},
	{name: "3col", families: []Format{BEIR}, about: threeLook, fits: fitsThreeColumns, qrels: lineQrels(threeLook)},
	{name: "prels", about: prelsLook, qrels: lineQrels(prelsLook)},
	{name: "wikiqa", families: []Format{wikiQA}, about: "the same table as the documents",
		fits: fitsWikiQA, qrels: mapped(wikiQARows, readRowQrels)},
	{name: "wikipassageqa", families: []Format{wikiPassageQA}, about: "the same table as the questions",
		fits: fitsQuestions, qrels: mapped(questionRows, readRowQrels)},
	{name: "cranqrel", families: []Format{cranfield}, about: "qid docid code (cranqrel)",
		qrels: readCranqrel},
	{name: "smart", families: []Format{cranfield}, about: "qid docid 0 0 (CISI.REL, qrels.text)", fits: fitsSMART, qrels: readSMART},
	{name: "ir-tsv", families: []Format{irDatasets}, about: "query_id TAB doc_id TAB relevance TAB iteration",
		fits: fitsExportedQrels, familyOnly: true, qrels: readExportedQrels},
	{name: Triples, families: []Format{Triples}, about: "the same lines as the documents", qrels: mapped(tripleRows, readRowQrels)},
	{name: tripleIDs, about: "qid TAB positive TAB negative (qidpidtriples.train.full.2.tsv), or docpairs in JSON", qrels: readIDTripleQrels},
	{name: Answers, families: []Format{Answers}, about: "the same lines as the documents", fits: fitsAnswers, familyOnly: true,
		qrels: mapped(answerRows, readRowQrels)},
	{name: Table, families: []Format{Table, BEIR, irDatasets}, about: rowsLook, fits: fitsRowQrels, header: true, qrels: readRowQrels},
}

var runFormats = []entry{
	{name: "trec", about: "qid Q0 docid rank score tag", fits: isRun("trec"), run: runLine{fields: 6, doc: 2, rank: 3, score: 4, more: true}.read},
	{name: "2col", about: "qid docid, best first", fits: isRun("2col"), run: runLine{fields: 2, doc: 1}.read},
	{name: "3col", about: "qid docid score", fits: isRun("3col"), run: runLine{fields: 3, doc: 1, score: 2}.read},
	{name: "msmarco", about: "qid TAB docid TAB rank", fits: isRun("msmarco"), run: runLine{fields: 3, doc: 1, rank: 2, tabs: true}.read},
	{name: "top1000", about: "qid TAB pid TAB query TAB passage, unordered", fits: isRun("top1000"), run: runLine{fields: 4, doc: 1, tabs: true, noScore: true}.read},
	{name: Table, about: "CSV, TSV, JSON, Parquet or Arrow with columns such as query_id, doc_id, score", fits: isRun(Table)},
}

func formatNames(table []entry) []string {
	all := make([]string, len(table))
	for i, e := range table {
		all[i] = e.name
	}
	return all
}

// separator returns what stands between an option and its value.
func separator(option string) string {
	if strings.Contains(option, " ") {
		return "="
	}
	return " "
}

// open opens a file of records and finds their format.
func (p part) open(path string, format Format, o Options, rep *Report) (*source, entry, error) {
	s, err := openSource(path, o, rep)
	if err != nil {
		return nil, entry{}, err
	}
	if s.empty() {
		s.close()
		return nil, entry{}, errEmpty(p.noun, path, "", nil, mark{})
	}
	s.noun = p.noun
	e, err := p.choose(format, s, rep)
	if err != nil {
		s.close()
	}
	return s, e, err
}

// choose returns the entry for a format: by its name, or by the file's head among the entries of a family or, under auto, among all.
func (p part) choose(format Format, s *source, rep *Report) (entry, error) {
	e, err := p.pick(format, s, rep)
	s.about = e.about
	return e, err
}

func (p part) pick(format Format, s *source, rep *Report) (entry, error) {
	var entries []entry
	for _, e := range p.formats {
		if e.name == format && !slices.Contains(collectionFormats, format) {
			return e, nil
		}
		if (format == Auto || format == "") && !e.familyOnly || e.name == format || slices.Contains(e.families, format) {
			entries = append(entries, e)
		}
	}
	if len(entries) == 1 {
		return entries[0], nil
	}
	formats := slices.Sorted(slices.Values(slices.Concat(formatNames(p.formats), collectionFormats, []Format{Auto})))
	if len(entries) == 0 {
		return entry{}, errs.BadUsage("use "+strings.Join(slices.Compact(formats), ", "), "unknown format %q", format)
	}
	h := newHead(s)
	fitting := slices.DeleteFunc(slices.Clone(entries), func(e entry) bool { return e.fits == nil || !e.fits(h) })
	i := slices.IndexFunc(fitting, func(e entry) bool { return e.header })
	if err := refuse(h, p.flag, i >= 0); err != nil {
		if len(fitting) > 0 && !h.opensWith('{') && !h.opensWith('[') { // a line of text may be both
			err.Hint = p.flag + separator(p.flag) + fitting[0].name + " reads it as such lines, and this writes it anew: " + err.Hint
		}
		return entry{}, err
	}
	if i >= 0 {
		fitting = fitting[i : i+1]
	}
	switch {
	case len(fitting) == 1:
		text := fitting[0].name
		if text == Table {
			text += gradesOfWords(h)
		}
		rep.noteFormat(s.path, text)
		return fitting[0], nil
	case len(fitting) > 1:
		return entry{}, errs.BadInput(s.path, 0, "choose with "+p.flag, "it fits the formats %s", strings.Join(formatNames(fitting), " and "))
	case format == Auto || format == "":
		if p.flag == qrelsFlag && len(h.lines) > 0 && len(appendFields(h.lines[0], nil)) == 6 && isRun("trec")(h) {
			return entry{}, errs.BadInput(s.path, 0, "give judgements: qid 0 docid grade", "a run, and judgements are wanted")
		}
		if t, plan, err := planOfHead(h, Options{Columns: h.columns}); p.flag == documentsFlag && err == nil && t != nil && plan.Columns.String() != "" {
			return entry{}, plan.BadDocuments(s.path, columnsOf(t))
		}
		var choices []string
		for _, e := range p.formats {
			choices = append(choices, e.name+" = "+e.about)
		}
		return entry{}, errs.BadInput(s.path, 0, "name it with "+p.flag+": "+strings.Join(choices, "; "), "unknown format")
	}
	return entries[max(0, slices.IndexFunc(entries, func(e entry) bool { return e.name == format }))], nil
}

//go:embed FORMATS.md
var formatsText string

// FormatsPage returns FORMATS.md with tables of all forms of file and of all columns that are known, as Markdown.
func FormatsPage() string {
	var page strings.Builder
	page.WriteString(formatsText)
	writeFormats(&page, "documents", documentFormats)
	writeFormats(&page, "topics", topicFormats)
	writeFormats(&page, "judgements", qrelsFormats)
	writeFormats(&page, "runs", runFormats)
	page.WriteString("\n## All forms that are refused, with the line that helps\n\n")
	for _, f := range refusedForms {
		fmt.Fprintf(&page, "- %s\n", f.name)
	}
	page.WriteString("\n## All columns of rows\n\n" + tabular.NamesTable())
	return page.String()
}

// writeFormats writes a row for every format of one kind of file.
func writeFormats(page *strings.Builder, kind string, formats []entry) {
	fmt.Fprintf(page, "\n## All forms of %s\n\n| name | collections | under auto | what it looks like |\n|---|---|---|---|\n", kind)
	for _, f := range formats {
		found := "recognised"
		switch {
		case f.fits == nil:
			found = "named only"
		case f.familyOnly:
			found = "in its collections"
		}
		families := strings.Join(f.families, ", ")
		if families == "" {
			families = "-"
		}
		fmt.Fprintf(page, "| %s | %s | %s | `%s` |\n", f.name, families, found, strings.ReplaceAll(f.about, "|", "\\|"))
	}
}
