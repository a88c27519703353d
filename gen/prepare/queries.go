package prepare

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/queries"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// What the stage leaves: the queries as other tools read them, where each came from, the document as a judgement, the account.
const (
	madeQueriesName = "made/queries.tsv"
	madeSourcesName = "made/sources.tsv"
	madeQrelsName   = "made/qrels.txt"
	madeAccountName = "made/account.json"
)

// QueryOptions returns the configuration's choices of made queries, checked.
func QueryOptions(g *configs.Gen) (o queries.Options, err error) {
	o = queries.Options{Number: g.MadeQueries, Words: g.QueryWords, MaxRank: g.QueryWithin, Seed: uint64(g.Seed),
		MaxTerms: g.MaxQueryTerms, Threads: g.Threads}
	switch names := configs.List(g.QueryMethod); {
	case slices.Equal(names, []string{queries.File}) && g.QueryFile == "":
		err = errs.BadUsage("name it with --query-file", "query_method: file needs the file of the queries")
	case !slices.Equal(names, []string{queries.File}) && g.QueryFile != "":
		err = errs.BadUsage("add --query-method file", "a file of queries is named, and query_method is %s", g.QueryMethod)
	case g.QueryFile == "":
		o.Methods, err = queries.ParseMethods(names)
	}
	return o, err
}

// WithMadeQueries returns the topics with queries made of the documents, if the configuration asks for any. They have their own
// split, which joins the training split once candidates are found. It writes them below made/.
func WithMadeQueries(ctx context.Context, r *stage.Run, inputs collection.Inputs, x index.Reader) ([]collection.Topics, error) {
	g, topics := &r.Config.Gen, inputs.Topics
	if g.QueriesFrom == configs.QueriesGiven {
		return topics, retire(r.Out, stage.Queries)
	}
	if slices.ContainsFunc(topics, func(t collection.Topics) bool { return t.Made }) {
		return topics, nil
	}
	if err := checkTexts(x, "making queries"); err != nil {
		return nil, err
	}
	batch, err := MakeQueries(ctx, r, inputs, x)
	if err != nil {
		return nil, err
	}
	t := collection.Topics{Split: collection.MadeSplit, Made: true}
	isOther, left := isHeldOut(g, topics), 0
	for _, q := range batch.Queries {
		if isOther(q.Text) {
			left++
			continue
		}
		t.Queries = append(t.Queries, corpus.Query{ID: q.ID, Text: q.Text, Source: q.Document})
		if g.SourceRelevant {
			t.Qrels = append(t.Qrels, corpus.Qrel{QueryID: q.ID, DocID: q.Document, Grade: g.MinGrade})
		}
	}
	r.Warn("made queries left out: a held-out split has a query of the same text", left)
	var rep corpus.Report
	if err := inputs.Collection.ReadMade(&t, &rep); err != nil {
		return nil, err
	}
	r.Report(&rep)
	return append(slices.Clip(topics), t), nil
}

// MakeQueries makes the queries, or reads those of an earlier attempt.
func MakeQueries(ctx context.Context, r *stage.Run, in collection.Inputs, x index.Reader) (*queries.MadeQueries, error) {
	o, err := QueryOptions(&r.Config.Gen)
	if err != nil {
		return nil, err
	}
	var inputs []stage.Input
	if path := r.Config.Gen.QueryFile; path != "" {
		var rep corpus.Report
		if o.Written, err = corpus.DocumentQueries(path, in.Collection.Options, &rep); err != nil {
			return nil, err
		}
		r.Report(&rep)
		in := stage.Input{Role: "queries", Name: filepath.Base(path), Format: queries.File}
		if in.Bytes, in.SHA256, err = stage.Checksum(path); err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
		r.Read(in)
	}
	r.Note(stage.Queries, inputs)
	key := r.Key(stage.Queries)
	if _, isDone := r.Out.FinishedFiles(string(stage.Queries), key); isDone {
		r.Progress.Say("queries: kept from the earlier run")
		batch, err := readQueries(r.Out)
		if err == nil {
			warnOfFew(r, batch)
		}
		return batch, err
	}
	st := r.Progress.Stage(string(stage.Queries), "queries", o.Number)
	batch, err := queries.Make(ctx, x, in.Given, o, st)
	st.Done()
	if err != nil {
		return nil, err
	}
	if len(batch.Queries) == 0 {
		hint := "are these the documents? their words have to stand in others too"
		if batch.Account.Left[queries.NotFound] > 0 {
			hint = "--query-within 0 keeps those that do not find their document"
		}
		return nil, errs.Short(hint, "no query could be made of the documents: %s", batch.Account.Why())
	}
	warnOfFew(r, batch)
	files, err := writeQueries(r.Out, batch)
	if err != nil {
		return nil, err
	}
	return batch, r.Out.Finish(string(stage.Queries), key, files)
}

// warnOfFew warns if fewer queries were made than asked.
func warnOfFew(r *stage.Run, batch *queries.MadeQueries) {
	if n := batch.Account.Asked - batch.Account.Made; n > 0 {
		r.Warn("queries fewer than asked could be made of the documents", n)
	}
}

func writeQueries(out *result.Dir, batch *queries.MadeQueries) (files []result.File, err error) {
	for _, product := range []struct {
		name  string
		write func(io.Writer) error
	}{{madeQueriesName, batch.WriteTopics}, {madeSourcesName, batch.WriteSources}, {madeQrelsName, batch.WriteQrels}} {
		f, err := out.WriteFile(product.name, product.write)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	f, err := out.WriteJSON(madeAccountName, batch.Account)
	return append(files, f), err
}

// readQueries reads what writeQueries wrote.
func readQueries(out *result.Dir) (*queries.MadeQueries, error) {
	batch := &queries.MadeQueries{}
	account, err := fs.ReadFile(out.FS(), madeAccountName)
	if err == nil {
		err = json.Unmarshal(account, &batch.Account)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", madeAccountName, err)
	}
	texts, err := fs.ReadFile(out.FS(), madeQueriesName)
	if err != nil {
		return nil, err
	}
	sources, err := fs.ReadFile(out.FS(), madeSourcesName)
	if err != nil {
		return nil, err
	}
	batch.Queries, err = queries.Read(texts, sources)
	return batch, err
}

// sameTextQrels returns the judgements that the queries of a split take over from others of the same text: of that split, and of made
// queries where they join it.
func sameTextQrels(trainOn string, topics []collection.Topics, split int) []corpus.Qrel {
	t := topics[split]
	queries, qrels := t.Queries, t.Qrels
	for i, other := range topics {
		if i != split && (t.Made || other.Made) && (isTrained(trainOn, t) && isTrained(trainOn, other)) {
			queries, qrels = slices.Concat(queries, other.Queries), slices.Concat(qrels, other.Qrels)
		}
	}
	has := make(map[string]bool, len(t.Queries))
	for _, q := range t.Queries {
		has[q.ID] = true
	}
	return slices.DeleteFunc(collection.PooledQrels(queries, qrels), func(j corpus.Qrel) bool { return !has[j.QueryID] })
}

// isTrained reports whether queries are, or join, those that are trained on.
func isTrained(trainOn string, t collection.Topics) bool {
	return t.Made || t.Split == cmp.Or(trainOn, trainSplit) || t.Split == corpus.AllSplits
}

// isHeldOut reports, by its text, whether a query that is made stands in a held-out split too.
func isHeldOut(g *configs.Gen, topics []collection.Topics) func(text string) bool {
	texts := map[string]bool{}
	if g.OnOverlap != overlapKeep {
		for _, t := range topics {
			for _, q := range t.Queries {
				if !isTrained(g.TrainOn, t) {
					texts[pairs.FoldCase(q.Text)] = true
				}
			}
		}
	}
	return func(text string) bool { return len(texts) > 0 && texts[pairs.FoldCase(text)] }
}

const overlapKeep = "keep" // of gen.on_overlap

// WithOverlaps returns the run with every query in every split that has it, beside others of its text, for what learns nothing from them.
func (p *Preparation) WithOverlaps() *Preparation {
	run, config := clone(p), *p.Run.Config
	config.Gen.OnOverlap, config.Gen.TrainOn = overlapKeep, ""
	run.Run.Config, run.apart = &config, true
	return run
}

// TextHashes returns the hashes of all queries' texts without case, by id.
func TextHashes(splits []Split) map[string]uint64 {
	hashes := map[string]uint64{}
	for i := range splits {
		for j := range splits[i].Queries {
			q := &splits[i].Queries[j]
			hashes[q.ID], _ = pairs.FoldHash(q.Text, nil)
		}
	}
	return hashes
}
