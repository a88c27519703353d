package shard

import (
	"encoding/json"
	"errors"
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
// false for its negative. Texts are whole: a trainer has to cut the document, since the end says what to answer.
func monot5Parts(p *plan) []part {
	return p.t5("monot5", func(query string, documents [2]string) string {
		return t5Query + query + t5Document + documents[0] + t5Question
	})
}

// duot5Parts are those of duoT5 (Pradeep, Nogueira and Lin, The Expando-Mono-Duo Design Pattern for Text Ranking with Pretrained
// Sequence-to-Sequence Models, 2021, pairwise reranking): "Query: q Document0: d Document1: e Relevant:", with the target true where d
// ranks above e: the positive first, then, target false, the negative first.
func duot5Parts(p *plan) []part {
	return p.t5("duot5", func(query string, documents [2]string) string {
		return t5Query + query + t5First + documents[0] + t5Second + documents[1] + t5Question
	})
}

// t5 writes two rows a pair: the input of its documents with the positive first, then with the negative first.
func (p *plan) t5(format string, input func(query string, documents [2]string) string) (parts []part) {
	rows := func(r row, line []byte) ([]byte, error) {
		query, pos, neg := p.in.query(r.QueryID), p.in.doc(r.PosID), p.in.doc(r.NegID)
		out := textToText{UID: r.UID, Weight: p.rowWeight(r), Inputs: input(query, [2]string{pos, neg}), Targets: "true"}
		line, err := appendJSON(line, &out)
		if err != nil {
			return line, err
		}
		out.Inputs, out.Targets = input(query, [2]string{neg, pos}), "false"
		return appendJSON(append(line, '\n'), &out)
	}
	p.pairwiseTasks(format, func(t task, folder string) {
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
			return errors.New("has inputs that do not end with" + t5Question)
		case r.Targets != "true" && r.Targets != "false":
			return errors.New("has the targets " + jsonString(r.Targets) + ", neither true nor false")
		}
		return nil
	})
}
