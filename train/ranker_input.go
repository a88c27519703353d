package train

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// PairsInfo describes the training pairs of a call.
type PairsInfo struct {
	Pairs      map[string]int  `json:"pairs"`           // training rows by axiom; "judged" counts those from judgements
	Pools      []report.Pool   `json:"pools,omitempty"` // of the training split
	Warnings   []string        `json:"warnings,omitempty"`
	Unmet      []account.Unmet `json:"unmet,omitempty"` // requested amounts that the rows do not reach
	stage.Cell                 // the digests of all inputs of the call
}

// writeShards writes the data set of a run to the run's folder, as axiomine gen does. The set has rows of
// train, and of dev if the configuration asks for them, but none of test.
func writeShards(ctx context.Context, p *prepare.Preparation, f *trial.Fold) (*PairsInfo, error) {
	p.Run.Progress = nil // a call is one step
	p.Splits = []prepare.Split{{Name: "train", Queries: f.Train}, {Name: "dev", Queries: f.Dev}}
	for i := range p.Splits {
		p.Splits[i].Qrels = qrelsOf(p, p.Splits[i].Queries)
	}
	data, err := dataset.Sample(ctx, p, nil)
	if err != nil {
		return nil, err
	}
	description := describe(data.Sets[0].Pairs, data.Report)
	if description.Data, err = dataset.Digest(data, p.Run.Config); err != nil {
		return nil, err
	}
	manifest, err := dataset.Shards(ctx, p, data)
	if err != nil {
		return nil, err
	}
	description.Files = manifest.FilesDigest()
	return description, nil
}

func qrelsOf(p *prepare.Preparation, queries []mine.Query) (list []corpus.Qrel) {
	ids := lists.Set(queries, func(q mine.Query) string { return q.ID })
	for _, t := range p.Inputs.Topics {
		list = append(list, lists.Filter(t.Qrels, func(q corpus.Qrel) bool { return ids[q.QueryID] })...)
	}
	return list
}

// describe returns the counts of training rows by axiom, and what the report says of their pools.
func describe(rows *pairs.Table, s *account.Report) *PairsInfo {
	d := &PairsInfo{Pairs: map[string]int{}, Warnings: s.Warnings, Unmet: s.Unmet()}
	for i := range rows.Len() {
		d.Pairs[cmp.Or(rows.Brief(i).Axiom, "judged")]++
	}
	for _, r := range s.Pools() {
		if r.Key != "" { // tasks of a mixture have no key
			d.Pools = append(d.Pools, report.Pool{Axiom: r.Axiom, Split: "train", Size: r.InPool(), Wanted: r.Asked, Taken: r.Taken(), Shortfall: r.Short,
				NotViolated: r.LeftOut["not_violated"], NotScored: r.LeftOut["not_scored"], LengthSkew: r.LengthSkew, Leans: r.Direction.Leans(),
				Agreement: r.Agreement})
		}
	}
	return d
}

// writeInputs writes the files that a call reads besides the shards. It returns the values of the
// placeholders that name files or folders, and the names and checksums of the files.
func writeInputs(f *trial.Fold, x index.Reader, needs func(name string) bool, dir *result.Dir) (v values, files []result.File,
	err error) {
	v, batch := values{}, dir.Batch()
	for _, split := range splits {
		for _, name := range splitNames {
			path, err := filepath.Abs(dir.Path(name + "." + split + endings[name]))
			if err != nil {
				return nil, nil, err
			}
			v[name], v[name+"."+split] = append(v[name], path), []string{path}
		}
		queries := queriesOf(f, split)
		batch.Write(candidatesName+"."+split+endings[candidatesName], func(w io.Writer) error {
			return corpus.WriteRun(w, slices.Values(candidates(f.Source.First, queries, x)), "axiomine")
		})
		batch.Write(queriesName+"."+split+endings[queriesName], func(w io.Writer) error {
			return writeTexts(w, len(queries), func(i int) (id, text string) { return queries[i].ID, queries[i].Text })
		})
	}
	for name, file := range map[string]string{shardsName: dataset.ShardsDir, collectionName: collectionFile} {
		path, err := filepath.Abs(dir.Path(file))
		if err != nil {
			return nil, nil, err
		}
		v[name] = []string{path}
	}
	if needs(collectionName) {
		batch.Write(collectionFile, func(w io.Writer) error {
			return writeTexts(w, x.NumDocs(), func(i int) (id, text string) { return x.DocID(uint32(i)), x.Texts().FullText(uint32(i)) })
		})
	}
	return v, batch.Files, batch.Err()
}

const collectionFile = "collection.tsv"

// endings are the file endings, by placeholder.
var endings = map[string]string{candidatesName: ".txt", queriesName: ".tsv", outputName: ".txt"}

// queriesOf returns the queries of dev or test in a fold.
func queriesOf(f *trial.Fold, split string) []mine.Query {
	if split == "dev" {
		return f.Dev
	}
	return f.Test
}

// writeTexts writes lines ID TAB TEXT. White space in texts becomes a single space.
func writeTexts(w io.Writer, n int, row func(i int) (id, text string)) error {
	out := bufio.NewWriter(w)
	for i := range n {
		id, text := row(i)
		if _, err := fmt.Fprintf(out, "%s\t%s\n", id, strings.Join(strings.Fields(text), " ")); err != nil {
			return err
		}
	}
	return out.Flush()
}

// candidates returns the candidates of queries with the first stage's scores, in the order of trec_eval.
// Candidates without a score are below all others.
func candidates(first *trial.FirstStage, queries []mine.Query, x index.Reader) (rows []corpus.RunRow) {
	for i := range queries {
		q := &queries[i]
		begin, lowest := len(rows), 0.0
		for d, score := range first.Scores(q, i)[:q.CollectionDocs()] {
			rows = append(rows, corpus.RunRow{QueryID: q.ID, DocID: q.Docs[d].ID(x), Score: score})
			if !math.IsInf(score, 0) {
				lowest = min(lowest, score)
			}
		}
		list := rows[begin:]
		for d := range list {
			if math.IsInf(list[d].Score, 0) {
				list[d].Score = lowest - 1
			}
		}
		slices.SortFunc(list, func(a, b corpus.RunRow) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.DocID, a.DocID))
		})
	}
	return rows
}
