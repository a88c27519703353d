package prepare

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
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
	o = queries.Options{Number: g.MadeQueries, Words: g.QueryWords, Within: g.QueryWithin, Seed: uint64(g.Seed),
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

// WithMadeQueries returns the run with queries made of the documents, if the configuration asks for any. They have their own split, which
// joins the training split once candidates are found. It writes them below made/.
func (p *Prepared) WithMadeQueries(ctx context.Context) (*Prepared, error) {
	g := &p.Inputs.Run.Config.Gen
	if g.QueriesFrom == configs.QueriesGiven {
		return p, p.retire(stage.Queries)
	}
	if slices.ContainsFunc(p.Inputs.Topics, func(t collection.Topics) bool { return t.Made }) {
		return p, nil
	}
	if err := p.NeedTexts("making queries"); err != nil {
		return nil, err
	}
	p = p.copy()
	batch, err := p.MadeQueries(ctx)
	if err != nil {
		return nil, err
	}
	t := collection.Topics{Split: collection.MadeSplit, Made: true}
	isOther, left := p.isHeldOut(), 0
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
	p.Inputs.Run.Warn("made queries left out: a held-out split has a query of the same text", left)
	var rep corpus.Report
	if err := p.Inputs.Collection.ReadMade(&t, &rep); err != nil {
		return nil, err
	}
	p.Inputs.Run.Report(&rep)
	p.Inputs.Topics = append(slices.Clip(p.Inputs.Topics), t)
	return p, nil
}

// MadeQueries makes the queries, or reads those of an earlier attempt.
func (p *Prepared) MadeQueries(ctx context.Context) (*queries.Made, error) {
	o, err := QueryOptions(&p.Inputs.Run.Config.Gen)
	if err != nil {
		return nil, err
	}
	var inputs []stage.Input
	if path := p.Inputs.Run.Config.Gen.QueryFile; path != "" {
		var rep corpus.Report
		if o.Written, err = corpus.DocumentQueries(path, p.Inputs.Collection.Options, &rep); err != nil {
			return nil, err
		}
		p.Inputs.Run.Report(&rep)
		in := stage.Input{Role: "queries", Name: filepath.Base(path), Format: queries.File}
		if in.Bytes, in.SHA256, err = stage.Checksum(path); err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
		p.Inputs.Run.Read(in)
	}
	p.Inputs.Run.Note(stage.Queries, inputs)
	key := p.Inputs.Run.Key(stage.Queries)
	if _, isDone := p.Inputs.Run.Out.Finished(string(stage.Queries), key); isDone {
		p.Inputs.Run.Progress.Say("queries: kept from the earlier run")
		batch, err := p.readQueries()
		if err == nil {
			p.warnOfFew(batch)
		}
		return batch, err
	}
	st := p.Inputs.Run.Progress.Stage(string(stage.Queries), "queries", o.Number)
	batch, err := queries.Make(ctx, p.Index, p.Inputs.Given, o, st)
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
	p.warnOfFew(batch)
	files, err := p.writeQueries(batch)
	if err != nil {
		return nil, err
	}
	return batch, p.Inputs.Run.Out.Finish(string(stage.Queries), key, files)
}

// warnOfFew warns if fewer queries were made than asked.
func (p *Prepared) warnOfFew(batch *queries.Made) {
	if n := batch.Account.Asked - batch.Account.Made; n > 0 {
		p.Inputs.Run.Warn("queries fewer than asked could be made of the documents", n)
	}
}

func (p *Prepared) writeQueries(batch *queries.Made) (files []result.File, err error) {
	for _, product := range []struct {
		name  string
		write func(io.Writer) error
	}{{madeQueriesName, batch.WriteTopics}, {madeSourcesName, batch.WriteSources}, {madeQrelsName, batch.WriteQrels}} {
		f, err := p.Inputs.Run.Out.WriteFile(product.name, product.write)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	f, err := p.Inputs.Run.Out.WriteJSON(madeAccountName, batch.Account)
	return append(files, f), err
}

// readQueries reads what writeQueries wrote.
func (p *Prepared) readQueries() (*queries.Made, error) {
	batch := &queries.Made{}
	account, err := p.Inputs.Run.Out.ReadFile(madeAccountName)
	if err == nil {
		err = json.Unmarshal(account, &batch.Account)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", madeAccountName, err)
	}
	texts, err := p.Inputs.Run.Out.ReadFile(madeQueriesName)
	if err != nil {
		return nil, err
	}
	sources, err := p.Inputs.Run.Out.ReadFile(madeSourcesName)
	if err != nil {
		return nil, err
	}
	batch.Queries, err = queries.Read(texts, sources)
	return batch, err
}

// sameTextQrels returns the judgements that the queries of a split take over from others of the same text: of that split, and of made
// queries where they join it.
func (p *Prepared) sameTextQrels(split int) []corpus.Qrel {
	t := p.Inputs.Topics[split]
	queries, qrels := t.Queries, t.Qrels
	for i, other := range p.Inputs.Topics {
		if i != split && (t.Made || other.Made) && (p.isTrained(t) && p.isTrained(other)) {
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
func (p *Prepared) isTrained(t collection.Topics) bool {
	return t.Made || t.Split == cmp.Or(p.Inputs.Run.Config.Gen.TrainOn, trainSplit) || t.Split == corpus.AllSplits
}

// isHeldOut reports, by its text, whether a query that is made stands in a held-out split too.
func (p *Prepared) isHeldOut() func(text string) bool {
	texts := map[string]bool{}
	if p.Inputs.Run.Config.Gen.OnOverlap != overlapKeep {
		for _, t := range p.Inputs.Topics {
			for _, q := range t.Queries {
				if !p.isTrained(t) {
					texts[pairs.FoldCase(q.Text)] = true
				}
			}
		}
	}
	return func(text string) bool { return len(texts) > 0 && texts[pairs.FoldCase(text)] }
}

const overlapKeep = "keep" // of gen.on_overlap

// WithOverlaps returns the run with every query in every split that has it, beside others of its text, for what learns nothing from them.
func (p *Prepared) WithOverlaps() *Prepared {
	run, config := p.copy(), *p.Inputs.Run.Config
	config.Gen.OnOverlap, config.Gen.TrainOn = overlapKeep, ""
	run.Inputs.Run.Config, run.apart = &config, true
	return run
}

// TextHashes returns the hashes of all queries' texts without case, by id.
func (p *Prepared) TextHashes() map[string]uint64 {
	hashes := map[string]uint64{}
	for i := range p.Splits {
		for j := range p.Splits[i].Queries {
			q := &p.Splits[i].Queries[j]
			hashes[q.ID], _ = pairs.FoldHash(q.Text, nil)
		}
	}
	return hashes
}
