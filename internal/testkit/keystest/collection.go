package keystest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// words are the vocabulary of the collection.
var words = strings.Fields("wind river stone bread glass pages light water metals cloth")

// Files returns a small collection in which most keys bite: in the folder judged one in MS MARCO's form with three splits, in which a line
// is malformed, a text is broken, a document is a query, two documents are alike, two splits share a query, a query has no relevant
// document and relevant documents are found late; the same documents alone in docs; rows with ids and two columns of labels in rows.csv;
// and files about them. A document is nearly one that is relevant. A query of the rows has the id of a passage, and another one no relevant
// passage.
func Files() map[string]string {
	var collection, rows strings.Builder
	n := 0
	for d := range 14 {
		fmt.Fprintf(&collection, "d%d\tThe %s of %s and %s's %s\n", d, words[d%10], words[(d*3+1)%10], words[(d*7+2)%10],
			strings.Repeat(words[d%4]+" ", 1+d%3))
	}
	collection.WriteString("d21\tNearly The wind of river and stone's wind\nd22\tNearly The river of glass and cloth's river river\n")
	collection.WriteString("d23\tlights of glass2 and the metal's stoning pages\nd24\tCAF\u00c3\u00a9 glass2 glass stoning stones\n")
	collection.WriteString("no-text\nq0\tWind wind wind wind CAF\u00c3\u00a9\nd20\tthe wind of river and wind's wind wind wind of stones\n")
	files := map[string]string{"docs/collection.tsv": collection.String(), "judged/collection.tsv": collection.String()}
	marked := strings.NewReplacer(" and ", " and <li>", "wind", "w&#105;nd")
	files["marked.tsv"] = marked.Replace(collection.String())
	row := func(q int, query, text, label, other string) {
		n++
		fmt.Fprintf(&rows, "q%d,%s,p%d,%s,%s,%s\n", q, query, n, text, label, other)
	}
	rows.WriteString("query_id,query,passage_id,passage,label,other\n")
	for q := range 9 {
		a, b := words[q], words[q%4]
		row(q, a+" "+b, fmt.Sprintf("the %s of river%s %d", a, strings.Repeat(" "+b, q%3), q), "yes", "no")
		row(q, a+" "+b, fmt.Sprintf("stone and %s %d", b, q), "no", "yes")
		if q%2 == 0 {
			row(q, a+" "+b, fmt.Sprintf("nearly the %s of river%s %d", a, strings.Repeat(" "+b, q%3), q), "nan", "no")
		}
	}
	row(10, "cloth metals", "the cloth of metals", "yes", "no")
	row(9, "bread stone", "bread of stone", "no", "no")
	row(0, "wind wind", "caf\u00c3\u00a9 in the wind's page and stone7", "no", "no")
	row(0, "wind wind", "the wind's breath and the page of the cloth's pages", "no", "no")
	rows.WriteString("q0,wind wind,p199,too few\nself,wind river,self,wind river of wind,yes,no\nself,wind river,p198,river of wind,no,no\n")
	files["rows.csv"] = rows.String()
	files["marked.csv"] = marked.Replace(rows.String())
	files["more.csv"] = rows.String() + "q20,glass river,p197,glass of light,no,no\n"
	passages, topics, qrels := "passage_id,passage\n", "", ""
	for q := range 9 {
		passages += fmt.Sprintf("p%d,more of the %s\np%d,and %s or stone\n", 1+2*q, words[q], 2+2*q, words[q%4])
		topics += fmt.Sprintf("q%d\t%s %s\n", q, strings.Repeat(words[q]+" ", 1+q%3), words[(q+2)%10])
		qrels += fmt.Sprintf("q%d 0 p%d 2\nq%d 0 p%d 0\n", q, 2+2*q, q, 1+2*q)
	}
	files["passages.csv"], files["rows.topics"], files["rows.qrels"] = passages, topics, qrels
	for i, split := range []string{"train", "dev", "test"} {
		var queries, qrels strings.Builder
		for q := i * 4; q < i*4+4; q++ {
			fmt.Fprintf(&queries, "q%d\t%s %s\n", q, words[q%10], words[q%4])
			if q%4 < 3 {
				fmt.Fprintf(&qrels, "q%d 0 d%d 2\nq%d 0 d%d 1\nq%d 0 d%d 1\n", q, q, q, (q+5)%14, q, (q+7)%14)
			}
			fmt.Fprintf(&qrels, "q%d 0 d%d 0\nq%d 0 d%d 0\n", q, (q+4)%14, q, (q+10)%14)
		}
		if i == 0 {
			queries.WriteString("q90\tglass wind\n") // q4 of dev
			qrels.WriteString("q90 0 d4 1\nq90 0 d6 0\n")
		}
		files["judged/queries."+split+".tsv"], files["judged/qrels."+split+".txt"] = queries.String(), qrels.String()
	}
	var run, fewRun, rowsRun strings.Builder
	for q := range 9 {
		for rank := range 4 {
			fmt.Fprintf(&rowsRun, "q%d Q0 p%d %d %d x\n", q, 1+(q*2+rank*3)%19, rank+1, 9-rank)
		}
	}
	files["rows.run"] = rowsRun.String()
	for q := range 12 {
		for rank := range 4 {
			row := fmt.Sprintf("q%d Q0 d%d %d %d x\n", q, (q*2+rank*3)%14, 4-rank, 9-rank)
			run.WriteString(row)
			if q == 0 || q == 8 || q == 9 { // the queries of phrases.tsv
				fewRun.WriteString(row)
			}
		}
	}
	run.WriteString("q0 Q0 q0 5 5 x\nq1 Q0 d22 5 5 x\nq8 Q0 q0 5 5 x\n") // a query as a document, and a near one
	files["vectors.txt"] = "12 3\n"                                      // in word2vec's text, where a form and its stem have other vectors
	for i, word := range append([]string{"page", "metal"}, words...) {
		files["vectors.txt"] += fmt.Sprintf("%s %d %d %d\n", word, i*i%7, 5-i, i%3)
	}
	files["phrases.tsv"] = "q0\twind wind wind stone\nq8\tcaf\u00e9 and the wind's-pages of metal\nq9\tmetals page stone7\n"
	files["others.tsv"] = "q0\tstone of the river\nq8\twater\nq9\tcaf\u00e9\n"
	files["phrases.run"] = "q0 Q0 d0 2 4 x\nq0 Q0 q0 1 3 x\nq8 Q0 q0 2 4 x\nq8 Q0 d8 1 3 x\nq9 Q0 d9 2 4 x\nq9 Q0 d23 1 3 x\n"
	files["letters.txt"] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n"
	for c := 'a'; c <= 'z'; c++ {
		files["letters.txt"] += fmt.Sprintf("%c\n##%c\n", c, c)
	}
	files["run.txt"], files["few.run"] = run.String(), fewRun.String()
	files["topics.trec"] = "<top>\n<num> 301\n<title> wind\n<desc> river of stone\n</top>\n" +
		"<top>\n<num> 302\n<title> bread\n<desc> glass\n</top>\n"
	files["topics.qrels"] = "301 0 d0 1\n301 0 d1 0\n302 0 d3 1\n"
	return files
}

// Write writes files below a folder.
func Write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
