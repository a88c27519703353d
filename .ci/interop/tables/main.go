// Command tables reads tables as the program does. A line of its input is a request in JSON: a path and columns as --columns has
// them. A line of its output holds the documents of that table, or its judgements, and what was left out, or the error.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"github.com/axiomine/axiomine/gen/corpus/read"
)

type request struct {
	Path, Columns string
	Judgements    bool // instead of documents
}

type answer struct {
	Rows    [][2]string    `json:"rows"`    // of documents: id and text; of judgements: the document's id and the grade
	Skipped map[string]int `json:"skipped"` // rows that were left out, by reason
	Noted   map[string]int `json:"noted"`   // remarks
	Error   string         `json:"error"`
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve answers requests until there is none left.
func serve() error {
	lines, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	for lines.Scan() {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return err
		}
		if err := encoder.Encode(answerOf(r)); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// answerOf returns what the program reads of a table.
func answerOf(r request) answer {
	var rep read.Report
	a := answer{Rows: [][2]string{}, Skipped: map[string]int{}, Noted: map[string]int{}}
	readRows := documents
	if r.Judgements {
		readRows = judgements
	}
	if err := readRows(&a, r.Path, read.Options{Columns: r.Columns}, &rep); err != nil {
		a.Error = err.Error()
	}
	for _, reason := range rep.Reasons {
		if reason.Skipped {
			a.Skipped[reason.Text] += reason.Count
		} else {
			a.Noted[reason.Text] += reason.Count
		}
	}
	return a
}

func documents(a *answer, path string, o read.Options, rep *read.Report) error {
	for doc, err := range read.Documents(context.Background(), path, read.Table, o, rep) {
		if err != nil {
			return err
		}
		a.Rows = append(a.Rows, [2]string{doc.ID, doc.Text})
	}
	return nil
}

func judgements(a *answer, path string, o read.Options, rep *read.Report) error {
	qrels, err := read.Qrels(path, read.Table, o, rep)
	for _, q := range qrels {
		a.Rows = append(a.Rows, [2]string{q.DocID, strconv.Itoa(q.Grade)})
	}
	return err
}
