// Package export writes shards of drawn pairs, fresh or from a folder, and what trainers need beside them.
package export

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/internal/ltr"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/shard"
)

const (
	ShardsDir = "shards"
	testsDir  = "tests"

	noCandidates = "none" // tokenize.candidates: only formats that evaluate write any
)

// ShardOptions returns the configuration's options of shards. It reads the template, if there is one.
func ShardOptions(c *configs.Config) (shard.Options, error) {
	t := &c.Tokenize
	o := shard.Defaults()
	o.Formats = configs.List(t.OutputFormat)
	o.MaxLength, o.MaxQueryLength, o.Threads = t.MaxLength, t.MaxQueryLength, c.Gen.Threads
	o.GroupSize, o.Layout, o.Compat = t.GroupSize, shard.Layout(t.Layout), t.Compat
	o.MTDNNRanking, o.MTDNNSan = strings.CutSuffix(t.MTDNNRanking, "+san")
	o.Pointwise, o.Prompt, o.SpreadQueries, o.Readers = t.Pointwise, t.Prompt, t.SpreadQueries, t.Readers
	if t.Candidates != noCandidates {
		o.Candidates = t.Candidates
	}
	var err error
	if slices.Contains(o.Formats, "template") {
		o.Template, err = shard.TemplateText(t.Template)
	}
	return o, err
}

// CheckCandidates refuses tokenize.candidates if no split of those names has any to write.
func CheckCandidates(c *configs.Config, splits []string) error {
	want := c.Tokenize.Candidates
	if want == noCandidates {
		return nil
	}
	training, err := collection.TrainingSplit(&c.Gen, splits)
	if err != nil {
		return err
	}
	for _, split := range splits {
		if split != training && (want == shard.CandidatesAll || want == split) {
			return nil
		}
	}
	hint := "there are " + strings.Join(splits, ", ") + `; --splits "hash 80/10/10" divides the queries, or --candidates none writes none`
	return errs.BadUsage(hint, "tokenize.candidates: no candidates of %s to write", want)
}

// Shards writes a data set as shards below shards/, in every configured format, and returns the manifest. A caller that does not use p
// afterwards lets the memory of the candidates go.
func Shards(ctx context.Context, p *prepare.Preparation, data *dataset.Data) (*shard.Manifest, error) {
	rankings := rankingsOf(p, data.Sets[0].Split)
	lists, err := listsOf(p, data)
	if err != nil {
		return nil, err
	}
	p = p.WithoutCandidates()
	st := p.Run.Progress.Stage(string(stage.Shards), "rows", 0)
	defer st.Done()
	o, err := ShardOptions(p.Run.Config)
	if err != nil {
		return nil, err
	}
	asksOne, err := asksVocabulary(p.Run.Config)
	if err != nil {
		return nil, err
	}
	if o.NeedsVocabulary() || asksOne { // none is trained for texts alone
		if p, err = p.WithVocabulary(ctx); err != nil {
			return nil, err
		}
	}
	return writeShards(ctx, p, data, rankings, lists, st)
}

// asksVocabulary reports whether the user gives a vocabulary, or says how one is trained.
func asksVocabulary(c *configs.Config) (bool, error) {
	usual, err := configs.Load("", nil)
	if err != nil {
		return false, err
	}
	return !maps.Equal(c.Deciding(configs.Vocabulary), usual.Deciding(configs.Vocabulary)), nil
}

func writeShards(ctx context.Context, p *prepare.Preparation, data *dataset.Data, rankings []shard.Ranking, lists *shard.Lists,
	st *progress.Stage) (*shard.Manifest, error) {
	in := shard.Input{Tokenizer: p.Vocabulary, Query: queryText(p), Doc: docText(p.Index), Numbered: numberTexts(p.Index),
		Manifest: dataset.Manifest(p, data), Rankings: rankings, Relevant: relevantOf(p), Lists: lists, Language: dataset.LanguageOf(p.Run.Config.Gen.Stemmer)}
	o, err := ShardOptions(p.Run.Config)
	if err != nil {
		return nil, err
	}
	labels, inputs, err := teacher(p.Run.Config, teacherRuns(p, o))
	if err != nil {
		return nil, err
	}
	in.Teacher, in.Manifest.Inputs = labels, append(in.Manifest.Inputs, dataset.ManifestInputs(inputs)...)
	hasRows, err := RowsOf(p.Run.Config.Tokenize.RowsOf)
	if err != nil {
		return nil, err
	}
	var sets []dataset.SplitPairs
	for _, d := range data.Sets {
		switch {
		case !hasRows(d.Split) && (d.Set != "" || len(data.Sets) > 1):
		case d.Pairs.Len() > 0:
			sets = append(sets, d)
		case d.Set == "":
			p.Run.Progress.Warn("the split %s gives no pair and is left out of the shards", d.Split)
			p.Run.Account.Warnings["splits without a pair"]++
		}
	}
	w := setWriter{out: p.Run.Out, dir: ShardsDir, recount: p.Run.Config.Tokenize.RowsOf != "all", options: o, progress: p.Run.Progress}
	return w.write(ctx, in, in.Manifest.Drawn, sets, st)
}

// rankingsOf returns the candidates of all queries that are not trained on, for formats that evaluate.
func rankingsOf(p *prepare.Preparation, training string) (out []shard.Ranking) {
	for i := range p.Splits {
		s := &p.Splits[i]
		if prepare.RowsName(&p.Run.Config.Gen, p.Splits, s.Name) == training {
			continue
		}
		for _, q := range s.Queries {
			r := shard.Ranking{Split: s.Name, QueryID: q.ID}
			for i := range q.Docs {
				d := &q.Docs[i]
				r.Docs = append(r.Docs, shard.RankedDoc{DocID: d.ID(p.Index), Relevant: d.Judged && int(d.Grade) >= p.Run.Config.Gen.MinGrade})
			}
			out = append(out, r)
		}
	}
	return out
}

// relevantOf returns the relevant documents of all queries.
func relevantOf(p *prepare.Preparation) iter.Seq2[string, string] {
	return func(yield func(query, doc string) bool) {
		for i := range p.Splits {
			for _, q := range p.Splits[i].Qrels {
				if q.Grade >= p.Run.Config.Gen.MinGrade && !yield(q.QueryID, q.DocID) {
					return
				}
			}
		}
	}
}

// listsOf returns the judged candidates of all queries, for formats that learn from them: of the training split those whose labels are in
// use. Nil: no format does.
func listsOf(p *prepare.Preparation, data *dataset.Data) (*shard.Lists, error) {
	if !shard.WantsLists(configs.List(p.Run.Config.Tokenize.OutputFormat)...) {
		return nil, nil
	}
	training := data.Sets[0].Split
	lists, numDropped, err := ltr.Lists(p, func(s *prepare.Split) ([]bool, error) {
		if prepare.RowsName(&p.Run.Config.Gen, p.Splits, s.Name) != training {
			return slices.Repeat([]bool{true}, len(s.Queries)), nil
		}
		drawer, err := dataset.NewDrawer(p, s, nil)
		if err != nil {
			return nil, err
		}
		return drawer.HasLabels(), nil
	})
	if err != nil {
		return nil, err
	}
	for i := range lists.Queries {
		lists.Queries[i].Split = prepare.RowsName(&p.Run.Config.Gen, p.Splits, lists.Queries[i].Split)
	}
	if numDropped > 0 {
		p.Run.Account.Warnings["queries without a judged candidate, or whose labels are not in use, left out of lists"] += numDropped
	}
	return lists, nil
}

func queryText(p *prepare.Preparation) func(id string) (string, bool) {
	texts := map[string]string{}
	for _, s := range p.Splits {
		for i := range s.Queries {
			texts[s.Queries[i].ID] = s.Queries[i].Text
		}
	}
	return func(id string) (string, bool) {
		text, ok := texts[id]
		return text, ok
	}
}

// numberTexts returns the titles and texts of an index's documents by number.
func numberTexts(x index.Reader) *shard.NumberedDocs {
	return &shard.NumberedDocs{Number: x.Doc, Text: func(d uint32) (title, text string) { return x.Texts().Title(d), x.Texts().Text(d) }}
}

// docText returns a function for a document's title and text. A made document has no title: ID~k, made by lnc2, has the source's whole
// text k times, joined by a space.
func docText(x index.Reader) func(id string) (title, text string, ok bool) {
	return func(id string) (title, text string, ok bool) {
		switch c, ok := mine.CandidateOf(x, id); {
		case !ok:
			return "", "", false
		case c.Made == 0:
			return x.Texts().Title(c.Doc), x.Texts().Text(c.Doc), true
		default:
			return "", c.Text(x), true
		}
	}
}
