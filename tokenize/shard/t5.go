package shard

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// textToText is a row of a text-to-text model, under the names that seqio, the library of T5's authors, has for its features.
type textToText struct {
	UID     string   `json:"uid"`
	Inputs  string   `json:"inputs"`
	Targets string   `json:"targets"`          // true or false
	Weight  *float64 `json:"weight,omitempty"` // where any row has one but 1
}

// The words around the texts of an input.
const (
	t5Query    = "Query: "
	t5Document = " Document: "
	t5First    = " Document0: "
	t5Second   = " Document1: "
	t5Question = " Relevant:"
)

// monot5Parts are the inputs of monoT5 (Nogueira, Jiang, Pradeep and Lin, Document Ranking with a Pretrained Sequence-to-Sequence
// Model, Findings of EMNLP 2020): "Query: q Document: d Relevant:", with the target true for a pair's positive, then
// false for its negative; an input that pairs put on both sides has the word of the larger share, also under soft. Texts are whole: a trainer has to cut the document, since the end says what to answer.
func monot5Parts(p *plan) (parts []part) {
	p.pairwiseTasks("monot5", func(t task, folder string) {
		pt := p.points(folder, t.views, p.textInput)
		parts = append(parts, lines[row]{folder: folder, extension: "jsonl", rows: pt.rows, append: func(r row, line []byte) ([]byte, error) {
			var err error
			pt.each(r, func(_ uint32, doc string, label float64) {
				if err != nil {
					return
				}
				if len(line) > 0 {
					line = append(line, '\n')
				}
				line, err = appendJSON(line, &textToText{UID: r.UID, Weight: p.rowWeight(r),
					Inputs: monot5Input(p.in.query(r.QueryID), p.in.doc(doc)), Targets: strconv.FormatBool(label > 0.5)})
			})
			return line, err
		}}.parts(t.views)...)
	})
	return parts
}

// t5Candidate is a candidate to be scored: the logit of true at the first place of the output is its score.
type t5Candidate struct {
	QueryID string `json:"query_id"`
	DocID   string `json:"doc_id"`
	Inputs  string `json:"inputs"`
	Targets string `json:"targets"` // true for a relevant one
}

func monot5Candidates(p *plan) []part {
	return lines[candidate]{folder: "monot5" + candidateMark, extension: "jsonl", append: func(c candidate, line []byte) ([]byte, error) {
		return appendJSON(line, &t5Candidate{c.queryID, c.docID, monot5Input(p.in.query(c.queryID), p.in.doc(c.docID)), strconv.FormatBool(c.relevant)})
	}}.parts(p.candidates)
}

func monot5Input(query, document string) string {
	return t5Query + query + t5Document + document + t5Question
}

// duot5Parts are those of duoT5 (Pradeep, Nogueira and Lin, The Expando-Mono-Duo Design Pattern for Text Ranking with Pretrained
// Sequence-to-Sequence Models, 2021, pairwise reranking): "Query: q Document0: d Document1: e Relevant:", with the target true where d
// ranks above e: the positive first, then, target false, the negative first.
func duot5Parts(p *plan) (parts []part) {
	input := func(query, first, second string) string {
		return t5Query + query + t5First + first + t5Second + second + t5Question
	}
	rows := func(r row, line []byte) ([]byte, error) {
		query, pos, neg := p.in.query(r.QueryID), p.in.doc(r.PosID), p.in.doc(r.NegID)
		line, err := appendJSON(line, &textToText{UID: r.UID, Weight: p.rowWeight(r), Inputs: input(query, pos, neg), Targets: "true"})
		if err != nil {
			return line, err
		}
		return appendJSON(append(line, '\n'), &textToText{UID: r.UID, Weight: p.rowWeight(r), Inputs: input(query, neg, pos), Targets: "false"})
	}
	p.pairwiseTasks("duot5", func(t task, folder string) {
		parts = append(parts, lines[row]{folder: folder, extension: "jsonl", rows: times[row](2), append: rows}.parts(t.views)...)
	})
	return parts
}

func (p *plan) rowWeight(r row) *float64 {
	if p.weighted == 0 {
		return nil
	}
	return new(r.Weight)
}

// checkMonoT5 looks whether every line is an input of a query and a document, and what it says true or false.
func checkMonoT5(full string, _ *TokenizerInfo) (string, error) {
	return checkT5(full, t5Query, t5Document)
}

// checkDuoT5 does the same for a query and two documents.
func checkDuoT5(full string, _ *TokenizerInfo) (string, error) {
	return checkT5(full, t5Query, t5First, t5Second)
}

// checkT5 looks for the words around the texts, in their order, the first one at the beginning.
func checkT5(full string, words ...string) (string, error) {
	return eachLine(full, func(line []byte) error {
		var r textToText
		if err := json.Unmarshal(line, &r); err != nil {
			return err
		}
		rest := r.Inputs
		for i, word := range words {
			at := strings.Index(rest, word)
			if at < 0 || i == 0 && at > 0 {
				return errors.New("has inputs that are not " + strings.Join(words, "..") + ".." + t5Question)
			}
			rest = rest[at+len(word):]
		}
		switch {
		case !strings.HasSuffix(rest, t5Question):
			return fmt.Errorf("has inputs that do not end with %q", t5Question)
		case r.Targets != "true" && r.Targets != "false":
			return errors.New("has the targets " + jsonString(r.Targets) + ", neither true nor false")
		}
		return nil
	})
}
