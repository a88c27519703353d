package read_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestRowsOfIDs checks that judgements are read of rows of ids, whatever the columns are called, as an audit with a collection reads them.
func TestRowsOfIDs(t *testing.T) {
	const both, positives = "q1 d11=1 d12=0", "q1 d11=1 d13=1"
	for name, c := range map[string]struct{ text, want string }{
		"names.csv":     {"question_id,pos_ans_id,neg_ans_id\nq1,d11,d12\nq2,d21,d22\n", both},
		"label.csv":     {"topic-id,iteration,cord-id,judgement\nq1,4.5,d11,1\nq1,4.5,d12,0\n", both},
		"lists.csv":     {"id,category,question,article_ids\n1,Law,what is a lease,\"11,13\"\n2,Law,what is a deed,2\n", "1 11=1 13=1"},
		"claims.jsonl":  {`{"id": 1, "claim": "a lease may end", "cited_doc_ids": [11, 13]}` + "\n", "1 11=1 13=1"},
		"systems.jsonl": {`{"qid": 1, "pos": [11], "neg": {"bm25": [12], "dense": []}}` + "\n", "1 11=1 12=0"},
		"codes.jsonl": {`{"qid": "q1", "query": "a first query", "retrieval_gt": [["d11"], ["d13"]], "answer_gt": "an answer of some words"}` +
			"\n", positives},
		"triples.jsonl":                  {"[1, 11, 12]\n[2, 21, 22]\n", "1 11=1 12=0"},
		"scores.tsv":                     {"7.92\t0.4\t1\t11\t12\n7.2\t1.1\t2\t21\t22\n", "1 11=1 12=0"},
		"qidpidtriples.train.full.2.tsv": {"1\t11\t12\n2\t21\t22\n", "1 11=1 12=0"},
		"blanks.txt":                     {"1\t11 13\t12 14\n2\t21\t22 23\n", "1 11=1 13=1 12=0 14=0"},
	} {
		file := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(file, []byte(c.text), 0o600))
		qrels, err := read.Qrels(file, read.Auto, read.Defaults(), nil)
		must.Do(t, err)
		got := qrels[0].QueryID
		for _, q := range qrels {
			if q.QueryID == qrels[0].QueryID {
				got += fmt.Sprintf(" %s=%d", q.DocID, q.Grade)
			}
		}
		must.Equal(t, got, c.want, "judgements of %s", name)
		o := read.Defaults()
		o.IDs = true
		var row []string
		_, err = read.TrainingRows(context.Background(), file, o, nil, func(r *corpus.TrainingRow) error {
			if r.QueryID == qrels[0].QueryID {
				for _, d := range r.Docs {
					row = append(row, fmt.Sprintf(" %s=%v", d.ID, d.Grade))
				}
			}
			return nil
		})
		must.Do(t, err)
		must.Equal(t, qrels[0].QueryID+strings.Join(row, ""), c.want, "rows of %s", name)
	}
}

// TestDocumentTables checks that a table that is given as a collection has the ids and texts of its documents, whatever they are called.
func TestDocumentTables(t *testing.T) {
	const text = "a text of some more words"
	for name, c := range map[string]struct{ text, want string }{
		"answer.csv":   {"ans_id,question_id,content\nd1,q1," + text + "\nd2,q1,another " + text + "\n", "d1//" + text},
		"articles.csv": {"id,reference,article,code\nd1,Art. 1," + text + ",Civil\nd2,Art. 2,another " + text + ",Civil\n", "d1//" + text},
		"bare.tsv":     {"d1-0\t" + text + "\nd1-1\tanother " + text + "\nd2-0\tanother " + text + "\n", "d1-0//" + text},
		"bare too.tsv": {"one\t" + text + "\nd1\tanother " + text + "\nd2\tanother " + text + "\n", "one//" + text},
		"cord.csv":     {"cord_uid,title,abstract\nd1,A title," + text + "\nd2,A title,another " + text + "\n", "d1/A title/" + text},
	} {
		file := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(file, []byte(c.text), 0o600))
		for d, err := range read.Documents(context.Background(), file, read.Auto, read.Defaults(), nil) {
			must.Do(t, err)
			must.Equal(t, strings.Join([]string{d.ID, d.Title, d.Text}, "/"), c.want, "the first document of %s", name)
			break
		}
	}
}

// TestIDsHint checks that a refusal of rows of ids names the flags that read them.
func TestIDsHint(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"names.csv":    {"question_id,pos_ans_id,neg_ans_id\nq1,d11,d12\nq2,d21,d22\n", "--collection FILE --topics FILE --qrels PATH"},
		"claims.jsonl": {`{"id": 1, "claim": "a lease may end", "cited_doc_ids": [11, 13]}` + "\n", "--collection FILE --topics PATH --qrels PATH"},
		"scores.jsonl": {`{"query_id": 1, "document_ids": [11, 12], "scores": [0.5, 0.25]}` + "\n", "--collection FILE --topics FILE --run PATH"},
	} {
		file := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(file, []byte(c.text), 0o600))
		_, err := read.Search{Options: read.Defaults(), Format: read.Table}.In(file)
		if err == nil || !strings.HasSuffix(err.Error(), strings.ReplaceAll(c.want, "PATH", file)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOneWordRows: a header over rows of one word each names columns in every form of table; without one the rows are three ids.
func TestOneWordRows(t *testing.T) {
	for _, c := range []struct {
		name, content string
		rows          int
		query, id     string // of the last row
	}{
		{"header.tsv", "query\tpositive\tnegative\napple\tred\tblue\ngrass\tgreen\tgrey\n", 2, "grass", ""},
		{"header.csv", "query,positive,negative\napple,red,blue\ngrass,green,grey\n", 2, "grass", ""},
		{"anchor.tsv", "anchor\tpositive\tnegative\napple\tred\tblue\n", 1, "apple", ""},
		{"ids.tsv", "q1\td1\td2\nq2\td3\td4\n", 2, "", "q2"},
		{"numbers.tsv", "1\t1\t2\n2\t3\t3\n", 2, "", "2"},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		must.Do(t, os.WriteFile(path, []byte(c.content), 0o666))
		var rows []corpus.TrainingRow
		_, err := read.TrainingRows(t.Context(), path, read.Options{}, new(read.Report), func(r *corpus.TrainingRow) error {
			rows = append(rows, *r)
			return nil
		})
		if err != nil || len(rows) != c.rows || rows[len(rows)-1].Query != c.query || rows[len(rows)-1].QueryID != c.id {
			t.Errorf("%s: %+v, error %v", c.name, rows, err)
		}
	}
}
