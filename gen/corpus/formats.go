package corpus

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Format is a name in the tables below: a format, or a collection's family of formats (msmarco, trec, beir), or auto.
type Format = string

const (
	Auto    Format = "auto" // told from the first 64 KiB and the file's name
	MSMARCO Format = "msmarco"
	TREC    Format = "trec"
	BEIR    Format = "beir"
)

// entry is one format of a kind of file. Adding a format is a file with its reader and one entry here.
type entry[R any] struct {
	name     Format
	families []Format // the collections in which such a file is found
	about    string   // what a line or record looks like
	fits     func(head) bool
	read     R
}

type (
	documentReader func(s *source, o Options, emit func(d Doc, line int) error) error
	topicReader    func(s *source, o Options, emit func(q Query, line int) error) error
	qrelsReader    func(s *source, emit func(q Qrel, line int) error) error
	runReader      func(line []byte, byRank bool) (r row, bad string)
)

var documentFormats = []entry[documentReader]{
	{"tsv", []Format{MSMARCO}, "pid TAB passage (collection.tsv)", fitsTSV, readCollectionTSV},
	{"msmarco-docs", []Format{MSMARCO}, "docid TAB url TAB title TAB body (msmarco-docs.tsv)", fitsDocsTSV, readDocsTSV},
	{"top1000", []Format{MSMARCO}, "qid TAB pid TAB query TAB passage (top1000.dev.tsv)", fitsTop1000, readTop1000Documents},
	{"trec", []Format{TREC}, "<DOC> <DOCNO> id </DOCNO> <TEXT> text </TEXT> </DOC>", fitsTRECDocs, readTRECDocs},
	{"jsonl", []Format{BEIR}, `{"_id", "title", "text"} (corpus.jsonl)`, fitsJSONLDocs, readJSONLDocs},
}

var topicFormats = []entry[topicReader]{
	{"tsv", []Format{MSMARCO, TREC}, "qid TAB text", fitsTSV, readTSVTopics},
	{"classic", []Format{TREC}, "<top> <num> Number: 1 <title> text </top>", fitsClassic, readClassicTopics},
	{"xml", []Format{TREC}, `<topic number="1"> <query> text </query> </topic>`, fitsXMLTopics, readXMLTopics},
	{"colon", []Format{TREC}, "qid:text", fitsColon, readColonTopics},
	{"jsonl", []Format{TREC, BEIR}, `{"_id", "text"}`, fitsJSONL, readJSONLTopics},
	{"uqv", []Format{TREC}, "topic-n;text (query variants)", fitsUQV, readUQV},
	{"top1000", nil, "qid TAB pid TAB query TAB passage", fitsTop1000, readTop1000Topics},
}

var qrelsFormats = []entry[qrelsReader]{
	{"trec", []Format{TREC, MSMARCO}, "qid iteration docid grade", fitsColumns(4), columnQrels(4)},
	{"3col", nil, "qid docid grade", nil, columnQrels(3)},
	{"prels", nil, "qid docid grade method probability", nil, columnQrels(5)},
	{"beir", []Format{BEIR}, "query-id TAB corpus-id TAB score, with a header", fitsBEIRQrels, readBEIRQrels},
}

var runFormats = []entry[runReader]{
	{"trec", nil, "qid Q0 docid rank score tag", nil, readTRECRow},
	{"2col", nil, "qid docid, best first", nil, readRow2},
	{"3col", nil, "qid docid score", nil, readRow3},
	{"msmarco", nil, "qid TAB docid TAB rank", nil, readMSMARCORow},
	{"top1000", nil, "qid TAB pid TAB query TAB passage, unordered", nil, readTop1000Row},
}

func names[R any](table []entry[R]) []string {
	all := make([]string, len(table))
	for i, e := range table {
		all[i] = e.name
	}
	return all
}

// choose finds the entry for a format: by name, or by what the file looks like among a family's or, under auto, all.
func choose[R any](table []entry[R], format Format, flag string, s *source, rep *Report) (entry[R], error) {
	var among []entry[R]
	for _, e := range table {
		if e.name == format {
			return e, nil
		}
		if format == Auto || format == "" || slices.Contains(e.families, format) {
			among = append(among, e)
		}
	}
	if len(among) == 1 {
		return among[0], nil
	}
	known := append(names(table), MSMARCO, TREC, BEIR, Auto)
	slices.Sort(known)
	if len(among) == 0 {
		return entry[R]{}, fault.BadUsage("use "+strings.Join(slices.Compact(known), ", "), "unknown format %q", format)
	}
	h := newHead(s.path, s.head())
	fitting := slices.DeleteFunc(slices.Clone(among), func(e entry[R]) bool { return e.fits == nil || !e.fits(h) })
	switch {
	case len(fitting) == 1:
		rep.note("format "+fitting[0].name+" told from the file's beginning", 1, s.path, 0)
		return fitting[0], nil
	case len(fitting) > 1:
		return entry[R]{}, fault.BadInput(s.path, 0, "choose with "+flag, "it fits the formats %s", strings.Join(names(fitting), " and "))
	case format == Auto || format == "":
		return entry[R]{}, fault.BadInput(s.path, 0, "name it with "+flag+" "+strings.Join(names(table), "|"), "unknown format")
	}
	return among[0], nil
}
