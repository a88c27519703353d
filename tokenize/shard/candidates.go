package shard

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Whose candidates are written beside the rows, to be scored by what is trained on them.
const (
	CandidatesDev  = "dev"
	CandidatesTest = "test"
	CandidatesAll  = "all" // of dev and test
)

// candidate is a document that is to be scored for a query.
type candidate struct {
	queryID, docID string
	rank           int64 // place among the query's candidates, from 1
	relevant       bool
	query, doc     uint32 // numbers of their texts in the store
}

// label is 1 for a relevant document and 0 for another, as in the rows of pairs.
func (c candidate) label() int {
	if c.relevant {
		return 1
	}
	return 0
}

// candidateForms are what formats write of candidates, below NAME-candidates: the format's own rows without a partner, or
// the file that its trainer's evaluation reads. A format that is not here trains only.
var candidateForms = map[string]func(*plan) []part{
	"parquet":     candidateTables,
	"jsonl":       candidateLines,
	"triples":     func(p *plan) []part { return candidateTexts(p, "triples") },
	"duet":        func(p *plan) []part { return candidateTexts(p, "duet") },
	"st-pairs":    stPairCandidates,
	"st-cross":    stCrossCandidates,
	"st-listwise": stListCandidates,
	"tevatron":    tevatronCandidates,
	"monot5":      monot5Candidates,
	"mtdnn":       mtdnnCandidates,
	"matchzoo":    matchzooCandidates,
	"tfrecord":    tfrecordCandidates,
}

// candidateMark ends the names of folders and configs of candidates.
const candidateMark = "-candidates"

// asked says whether the candidates of a split are to be written; without an answer, as for formats that evaluate, all are.
func (o Options) asked(split string) bool {
	switch o.Candidates {
	case CandidatesDev:
		return split == "validation"
	case CandidatesTest:
		return split == "test"
	}
	return true
}

// candidateParts are the candidates in every format that has a form for them, and what is to be said of the others.
func (p *plan) candidateParts() (parts []part, err error) {
	if p.options.Candidates == "" {
		return nil, nil
	}
	if len(p.candidates) == 0 {
		return nil, fault.Short("axiomine gen writes them, where there are dev or test queries with candidates", "no candidates of %s to write", p.options.Candidates)
	}
	for _, name := range p.options.Formats {
		form, ok := candidateForms[name]
		if f, _ := formatNamed(name); !ok && !f.needs.rankings {
			p.note("formats without a form for candidates", 1)
			continue
		}
		if ok {
			of := form(p)
			for i := range of {
				of[i].format = name
			}
			parts = append(parts, of...)
		}
	}
	if len(parts) == 0 && !slices.ContainsFunc(p.options.Formats, func(name string) bool { f, _ := formatNamed(name); return f.needs.rankings }) {
		var names []string
		for _, f := range formats {
			if candidateForms[f.name] != nil || f.needs.rankings {
				names = append(names, f.name)
			}
		}
		return nil, fault.BadUsage("add one of "+strings.Join(names, ", "), "formats %s have no form for candidates", strings.Join(p.options.Formats, ", "))
	}
	return parts, nil
}

// takeCandidates divides what the rankings name, by split, into single candidates and lists of them. A document or query of
// nothing but white space cannot be scored and is left out.
func (p *plan) takeCandidates(split string, rankings []Ranking) {
	empty := 0
	lists := make([]Ranking, 0, len(rankings))
	ends := make([]int, 0, len(rankings)) // how many candidates there are up to the end of a list
	total := 0
	for _, r := range rankings {
		docs := slices.DeleteFunc(slices.Clone(r.Docs), func(d Ranked) bool {
			return p.store.info[p.store.rankedQuery(r)].empty || p.store.info[p.store.rankedDoc(d)].empty
		})
		if empty += len(r.Docs) - len(docs); len(docs) == 0 {
			continue
		}
		total += len(docs)
		r.Docs = docs
		lists, ends = append(lists, r), append(ends, total)
	}
	p.note("candidates with an empty text left out", empty)
	if total == 0 {
		return
	}
	at := func(i int) candidate {
		list := sort.SearchInts(ends, i+1)
		r := lists[list]
		place := len(r.Docs) - (ends[list] - i)
		d := r.Docs[place]
		return candidate{r.QueryID, d.DocID, int64(place + 1), d.Relevant, p.store.rankedQuery(r), p.store.rankedDoc(d)}
	}
	p.candidates = append(p.candidates, newView(split, items[candidate]{total, at, at}, p.options, func(c candidate) int64 {
		return p.store.textSize(c.query) + p.store.textSize(c.doc)
	}))
	p.candidateLists = append(p.candidateLists, newView(split, listed(lists), p.options, func(r Ranking) (size int64) {
		for _, d := range r.Docs {
			size += p.store.textSize(p.store.rankedDoc(d))
		}
		return size
	}))
}

// withCandidates adds what candidates are made of to the queries and documents of rows, each once.
func (p *plan) withCandidates(queries, documents []text) ([]text, []text) {
	seen := make([]bool, len(p.store.info))
	for _, t := range slices.Concat(queries, documents) {
		seen[t.number] = true
	}
	for _, v := range p.candidates {
		for c := range v.items.each {
			if !seen[c.query] {
				queries = append(queries, text{c.queryID, c.query})
			}
			if !seen[c.doc] {
				documents = append(documents, text{c.docID, c.doc})
			}
			seen[c.query], seen[c.doc] = true, true
		}
	}
	return queries, documents
}

// textCandidate is a row of the config candidates, and a line of jsonl-candidates.
type textCandidate struct {
	QueryID  *string `parquet:"query_id,optional,dict" json:"query_id"`
	DocID    *string `parquet:"doc_id,optional" json:"doc_id"`
	Rank     *int64  `parquet:"rank,optional" json:"rank"`
	Label    *int64  `parquet:"label,optional,dict" json:"label"`
	Query    *string `parquet:"query,optional,dict" json:"query"`
	Document *string `parquet:"document,optional" json:"document"`
}

// singleCandidate is a row of the config candidates-tokenized.
type singleCandidate struct {
	QueryID  *string `parquet:"query_id,optional,dict"`
	DocID    *string `parquet:"doc_id,optional"`
	QueryIDs []int32 `parquet:"query_input_ids,optional,list,dict"`
	DocIDs   []int32 `parquet:"doc_input_ids,optional,list,dict"`
	Label    *int64  `parquet:"label,optional,dict"`
}

// crossCandidate is a row of the config candidates-cross.
type crossCandidate struct {
	QueryID *string `parquet:"query_id,optional,dict"`
	DocID   *string `parquet:"doc_id,optional"`
	IDs     []int32 `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8  `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64  `parquet:"label,optional,dict"`
}

func (p *plan) textOf(c *candidate, text func(string) *string) textCandidate {
	return textCandidate{&c.queryID, &c.docID, &c.rank, &classIDs[c.label()], text(p.in.query(c.queryID)), text(p.in.doc(c.docID))}
}

// candidateTables are the candidates as the configs pairs, pairs-tokenized and cross have the documents of pairs.
func candidateTables(p *plan) []part {
	const order = "the candidates of every query to be scored, in the order of their run"
	texts := table[candidate, textCandidate]{config: "candidates", about: order + ", with texts; label 1 is relevant",
		fill: func(b *batch, c candidate, out []textCandidate) []textCandidate {
			return append(out, p.textOf(&c, b.text))
		}}
	single := table[candidate, singleCandidate]{config: "candidates-tokenized", about: order + ", word pieces of query and document, each as [CLS] text [SEP]",
		fill: func(b *batch, c candidate, out []singleCandidate) []singleCandidate {
			return append(out, singleCandidate{&c.queryID, &c.docID, b.single(c.query, p.options.MaxQueryLength), b.single(c.doc, p.options.MaxLength), &classIDs[c.label()]})
		}}
	cross := table[candidate, crossCandidate]{config: "candidates-cross", about: order + ", word pieces of [CLS] query [SEP] document [SEP]",
		fill: func(b *batch, c candidate, out []crossCandidate) []crossCandidate {
			ids, types := b.cross(c.query, c.doc)
			return append(out, crossCandidate{&c.queryID, &c.docID, ids, types, &classIDs[c.label()]})
		}}
	return slices.Concat(texts.parts(p, p.candidates), single.parts(p, p.candidates), cross.parts(p, p.candidates))
}

func candidateLines(p *plan) []part {
	same := func(s string) *string { return &s }
	return lines[candidate]{folder: "jsonl" + candidateMark, extension: "jsonl", append: func(c candidate, line []byte) ([]byte, error) {
		row := p.textOf(&c, same)
		return appendJSON(line, &row)
	}}.parts(p.candidates)
}

// candidateTexts are MS MARCO's top1000.dev.tsv: qid TAB pid TAB query TAB passage.
func candidateTexts(p *plan, format string) []part {
	return lines[candidate]{folder: format + candidateMark, extension: "tsv", append: func(c candidate, line []byte) ([]byte, error) {
		for _, id := range [...]string{c.queryID, c.docID} {
			if id == "" || strings.ContainsFunc(id, pairs.IsSpace) {
				return nil, fault.BadInput("", 0, "leave out "+format+", or --candidates", "candidates in %s cannot carry the id %q", format, id)
			}
		}
		line = append(append(append(line, c.queryID...), '\t'), c.docID...)
		line = append(append(append(line, '\t'), field(p.in.query(c.queryID))...), '\t')
		return append(line, field(p.in.doc(c.docID))...), nil
	}}.parts(p.candidates)
}

// stCandidateMeta is the row of CONFIG-candidates-meta.
type stCandidateMeta struct {
	UID     *string `parquet:"uid,optional"`
	QueryID *string `parquet:"query_id,optional,dict"`
	DocID   *string `parquet:"doc_id,optional"`
	Rank    *int64  `parquet:"rank,optional"`
}

// stListMeta is that row where a query's candidates are one list.
type stListMeta struct {
	UID     *string  `parquet:"uid,optional"`
	QueryID *string  `parquet:"query_id,optional,dict"`
	DocIDs  []string `parquet:"doc_ids,optional,list"`
}

// stCandidates are a config of candidates, T its row, and beside it what they are.
func stCandidates[T any](p *plan, config, about string, row func(query, document *string, label int) T) []part {
	config += candidateMark
	texts := table[candidate, T]{config: config, about: about, fill: func(b *batch, c candidate, out []T) []T {
		return append(out, row(b.text(p.in.query(c.queryID)), b.text(p.in.doc(c.docID)), c.label()))
	}}
	meta := table[candidate, stCandidateMeta]{config: config + "-meta", about: "what the rows of `" + config + "` are, row by row",
		fill: func(_ *batch, c candidate, out []stCandidateMeta) []stCandidateMeta {
			uid := pairs.NewUID("candidate", "", c.queryID, c.docID, "", 0)
			return append(out, stCandidateMeta{&uid, &c.queryID, &c.docID, &c.rank})
		}}
	return append(texts.parts(p, p.candidates), meta.parts(p, p.candidates)...)
}

// realLabels are labels of a loss over real numbers.
var realLabels = [...]float32{0, 1}

func stPairCandidates(p *plan) []part {
	return stCandidates(p, "labeled-pair", "candidates to be scored, label 1 for a relevant one", func(query, document *string, label int) stPair {
		return stPair{query, document, &classIDs[label]}
	})
}

func stCrossCandidates(p *plan) []part {
	return stCandidates(p, "cross-encoder", "candidates to be scored, label 1 for a relevant one, as for CrossEncoder.predict", func(query, document *string, label int) stCross {
		return stCross{query, document, &realLabels[label]}
	})
}

// stListCandidates are a config of lists of all candidates of a query. Lists for bi-encoders (labeled-list) must be equally
// long, which these are not.
func stListCandidates(p *plan) []part {
	const config = "listwise" + candidateMark
	texts := table[Ranking, stList]{config: config, about: "all candidates of a query in the order of their run, label 1 for a relevant one",
		fill: func(b *batch, r Ranking, out []stList) []stList {
			l := stList{Query: b.text(p.in.query(r.QueryID))}
			for _, d := range r.Docs {
				l.Docs, l.Labels = append(l.Docs, *b.text(p.in.doc(d.DocID))), append(l.Labels, realLabels[candidate{relevant: d.Relevant}.label()])
			}
			return append(out, l)
		}}
	meta := table[Ranking, stListMeta]{config: config + "-meta", about: "what the rows of `" + config + "` are, row by row",
		fill: func(_ *batch, r Ranking, out []stListMeta) []stListMeta {
			uid := pairs.NewUID("candidates", "", r.QueryID, "", "", 0)
			m := stListMeta{UID: &uid, QueryID: &r.QueryID}
			for _, d := range r.Docs {
				m.DocIDs = append(m.DocIDs, d.DocID)
			}
			return append(out, m)
		}}
	return append(texts.parts(p, p.candidateLists), meta.parts(p, p.candidateLists)...)
}

// tevatronCandidate is a line of what tevatron's reranker scores.
type tevatronCandidate struct {
	QueryID string `json:"query_id"`
	Query   string `json:"query"`
	DocID   string `json:"docid"`
	Title   string `json:"title"`
	Text    string `json:"text"`
}

func tevatronCandidates(p *plan) []part {
	return lines[candidate]{folder: "tevatron" + candidateMark, extension: "jsonl", append: func(c candidate, line []byte) ([]byte, error) {
		title, text, _ := p.in.Doc(c.docID)
		return appendJSON(line, &tevatronCandidate{c.queryID, p.in.query(c.queryID), c.docID, title, text})
	}}.parts(p.candidates)
}

// mtdnnCandidates are a file of each pairwise task and split in a folder of their own, for MT-DNN's predict.py and
// the definition beside the rows. A row is a candidate, also of a ranking task, whose groups must have one size; its uid is
// query TAB document, so that predictions printed as uid TAB score are a run.
func mtdnnCandidates(p *plan) (parts []part) {
	const folder = "mtdnn" + candidateMark
	for _, t := range p.mtdnnTasks() {
		if t.classes {
			continue
		}
		for _, v := range p.candidates {
			parts = append(parts, lines[candidate]{append: p.mtdnnCandidate}.part(folder+"/"+t.label+"_"+mtdnnSplits[v.split]+".json", v.split, v.items))
		}
	}
	return parts
}

func (p *plan) mtdnnCandidate(c candidate, line []byte) ([]byte, error) {
	if strings.ContainsAny(c.queryID+c.docID, breaks) {
		return nil, fault.BadInput("", 0, "leave out mtdnn, or --candidates", "candidates in mtdnn cannot carry the query %q and the document %q", c.queryID, c.docID)
	}
	ids, first := p.appendCross(nil, c.query, c.doc)
	line = append(append(line, `{"uid":`...), jsonString(c.queryID+"\t"+c.docID)...)
	label := strconv.Itoa(c.label())
	switch p.options.MTDNNRanking {
	case MTDNNRegression:
		label += ".0"
	case MTDNNGroup: // of one: the label is its place
		line = append(append(append(line, `,"label":0,"olabel":[`+label+`],"ruid":[`...), jsonString(c.docID)...), ']')
		line = appendNumbers(append(line, `,"token_id":[`...), len(ids), func(i int) int64 { return int64(ids[i]) })
		line = appendNumbers(append(line, `],"type_id":[`...), len(ids), func(i int) int64 { return typeOf(i, first) })
		return append(line, "]}"...), nil
	}
	return append(appendTokens(append(line, `,"label":`+label...), ids, first), '}'), nil
}

// matchzooCandidates have an id_left for every query, as MatchZoo's evaluation groups by it.
func matchzooCandidates(p *plan) []part {
	return lines[candidate]{folder: "matchzoo" + candidateMark, extension: "csv", header: matchzooHeader, append: func(c candidate, line []byte) ([]byte, error) {
		b := bytes.NewBuffer(line)
		out := csv.NewWriter(b)
		out.Write([]string{"q/" + unbreak.Replace(c.queryID), csvText(p.in.query(c.queryID)), "d/" + unbreak.Replace(c.docID), csvText(p.in.doc(c.docID)), fmt.Sprint(c.label())})
		out.Flush()
		return bytes.TrimSuffix(b.Bytes(), []byte("\n")), out.Error()
	}}.parts(p.candidates)
}

// tfrecordCandidates are dl4marco-bert's own, unless they are written anyway.
func tfrecordCandidates(p *plan) []part {
	if slices.Contains(p.options.Formats, "tfrecord-eval") {
		return nil
	}
	return tfrecordEvalParts(p)
}
