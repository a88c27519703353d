package dataset

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

const (
	ShardsDir = "shards" // folder of the shards in an output directory
	testsDir  = "tests"  // folder of the shards of further test sets

	noCandidates = "none" // value of tokenize.candidates; only formats for evaluation write candidates
)

// ShardOptions returns the configuration's options of shards. It reads the file of the template if a format needs one.
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

// CheckRequest returns an error of CheckDrawing, or if shards could not be written: tokenize.candidates names no split outside training,
// or a format describes queries that do not exist.
func CheckRequest(p *prepare.Preparation) error {
	if err := CheckDrawing(p); err != nil {
		return err
	}
	c, splits := p.Run.Config, collection.SplitNames(p.Inputs.Topics)
	training, err := collection.TrainingSplit(&c.Gen, splits)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(slices.Clone(splits), func(split string) bool { return split == training })
	want := c.Tokenize.Candidates
	if want == noCandidates || slices.Contains(others, want) || want == shard.CandidatesAll && len(others) > 0 {
		return shard.CheckQueries(configs.List(c.Tokenize.OutputFormat), len(others) > 0, p.Inputs.IsJudged())
	}
	hint := "there are " + strings.Join(splits, ", ") + `; --splits "hash 80/10/10" divides the queries, or --candidates none writes none`
	return errs.BadUsage(hint, "tokenize.candidates: no candidates of %s to write", want)
}

// Shards writes a data set as shards below shards/, in every configured format, and returns the manifest. If the caller does not use p
// afterwards, the memory of the candidates is freed during the work.
func Shards(ctx context.Context, p *prepare.Preparation, data *Data) (*shard.Manifest, error) {
	rankings := rankingsOf(p, data.Sets[0].Split)
	inUse, err := labelsInUse(p, data)
	if err != nil {
		return nil, err
	}
	in := shard.Input{Data: shard.Data{Rankings: rankings, Lists: listsOf(p, inUse)}}
	p = p.WithoutCandidates()
	in.Judgements = judgements(p, inUse)
	st := p.Run.Progress.Stage(string(stage.Shards), "rows", 0)
	defer st.Done()
	o, err := ShardOptions(p.Run.Config)
	if err != nil {
		return nil, err
	}
	if UsesVocabulary(p.Run.Config, o) {
		if p, err = p.WithVocabulary(ctx); err != nil {
			return nil, err
		}
		if in.Tokenizer, in.IsTrained = p.Vocabulary, p.Run.Config.Tokenize.Vocab == ""; in.IsTrained {
			p.Run.Progress.Warn("%s", trainedVocabulary(p.Vocabulary))
		}
	}
	m, err := writeShards(ctx, p, data, in, o, st)
	if err != nil {
		return nil, err
	}
	why := "no drawn pair has them; a pair has two grades of one query, and filters drop some"
	if data.Report.HasMoreJudged() {
		why = "--judged all asks for all judged pairs"
	}
	for _, text := range m.RowlessTexts() {
		p.Run.Progress.Warn("%s: %s", text, why)
	}
	return m, nil
}

// UsesVocabulary reports whether shards have token ids: of the configured vocabulary or, if a format needs ids, of a trained vocabulary.
func UsesVocabulary(c *configs.Config, o shard.Options) bool {
	return c.Tokenize.Vocab != "" || o.NeedsVocabulary()
}

// trainedVocabulary returns a warning that the token ids belong to a vocabulary trained on the collection.
func trainedVocabulary(t *tokenize.Tokenizer) string {
	return fmt.Sprintf("token ids are of %d word pieces trained on this collection, and fit no published model; --vocab names a model's",
		t.Vocab().Size())
}

// writeShards writes the shards of a data set. The caller has set the vocabulary, candidates and judgements of in.
func writeShards(ctx context.Context, p *prepare.Preparation, data *Data, in shard.Input, o shard.Options,
	st *progress.Stage) (*shard.Manifest, error) {
	in.Query, in.Numbered, in.Manifest = queryText(p), docsOf(p.Index), Manifest(p, data)
	in.Language = languageOf(p.Run.Config.Gen.Language, p.Run.Config.Gen.Stemmer)
	labels, inputs, err := teacher(p.Run.Config, teacherRuns(p, o))
	if err != nil {
		return nil, err
	}
	in.Teacher, in.Manifest.Inputs = labels, append(in.Manifest.Inputs, ManifestInputs(inputs)...)
	hasRows, err := RowsOf(p.Run.Config.Tokenize.RowsOf)
	if err != nil {
		return nil, err
	}
	var sets []SplitPairs
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

// rankingsOf returns the candidates of all queries outside the training split, for formats for evaluation.
func rankingsOf(p *prepare.Preparation, training string) (out []shard.Ranking) {
	for i := range p.Splits {
		s := &p.Splits[i]
		if prepare.RowsName(&p.Run.Config.Gen, p.Splits, s.Name) == training {
			continue
		}
		for _, q := range s.Queries {
			r := shard.Ranking{Split: s.Name, QueryID: q.ID}
			for _, d := range q.Docs {
				r.Docs = append(r.Docs, shard.RankedDoc{DocID: d.ID(p.Index), Relevant: d.Judged && int(d.Grade) >= p.Run.Config.Gen.MinGrade})
			}
			out = append(out, r)
		}
	}
	return out
}

// judgements yields the judgements of the queries of all splits. inUse is the result of labelsInUse.
func judgements(p *prepare.Preparation, inUse [][]bool) iter.Seq[shard.Judgement] {
	return func(yield func(shard.Judgement) bool) {
		for i := range p.Splits {
			s := &p.Splits[i]
			split, isUsed := prepare.RowsName(&p.Run.Config.Gen, p.Splits, s.Name), make(map[string]bool, len(s.Queries))
			for j := range s.Queries {
				isUsed[s.Queries[j].ID] = inUse[i][j]
			}
			for _, q := range s.Qrels {
				if !yield(shard.Judgement{QueryID: q.QueryID, DocID: q.DocID, Split: split, Relevant: q.Grade >= p.Run.Config.Gen.MinGrade,
					InUse: isUsed[q.QueryID]}) {
					return
				}
			}
		}
	}
}

// labelsInUse returns, for each split and query, whether the labels are in use. In the training split these are the labels that pairs are
// drawn with. In other splits all labels are in use.
func labelsInUse(p *prepare.Preparation, data *Data) (inUse [][]bool, err error) {
	for i := range p.Splits {
		s := &p.Splits[i]
		if prepare.RowsName(&p.Run.Config.Gen, p.Splits, s.Name) != data.Sets[0].Split {
			inUse = append(inUse, slices.Repeat([]bool{true}, len(s.Queries)))
			continue
		}
		drawer, err := NewDrawer(p, s, nil)
		if err != nil {
			return nil, err
		}
		inUse = append(inUse, drawer.HasLabels())
	}
	return inUse, nil
}

func queryText(p *prepare.Preparation) func(id string) (string, bool) {
	texts := map[string]string{}
	for _, s := range p.Splits {
		for i := range s.Queries {
			texts[s.Queries[i].ID] = s.Queries[i].Text
		}
	}
	return func(id string) (string, bool) { text, ok := texts[id]; return text, ok }
}

// docsOf returns the documents of an index by number. The upper half of a number is the k of a document ID~k that lnc2 made. Such a
// document has no title; its text is the whole text of its source k times, joined by spaces.
func docsOf(x index.Reader) *shard.NumberedDocs {
	return &shard.NumberedDocs{
		Number: func(id string) (number uint64, ok bool) {
			c, ok := mine.CandidateOf(x, id)
			return uint64(c.Made)<<32 | uint64(c.Doc), ok
		},
		Text: func(number uint64) (title, text string) {
			if c := (mine.Candidate{Doc: uint32(number), Made: int32(number >> 32)}); c.Made > 0 {
				return "", c.Text(x)
			}
			title, text, _ = x.Texts().Parts(uint32(number))
			return title, text
		},
	}
}

// teacherRuns returns the files with a teacher's scores: the files of tokenize.scores or, without these, the collection's files if the rows
// have such scores and a format uses scores.
func teacherRuns(p *prepare.Preparation, o shard.Options) []string {
	if runs := configs.List(p.Run.Config.Tokenize.Scores); len(runs) > 0 || p.Inputs.Collection == nil || !p.Inputs.Collection.Layout.Taught {
		return runs
	}
	readers := shard.Readers("scores", o, false)
	if !slices.ContainsFunc(o.Formats, func(format string) bool { return slices.Contains(readers, format) }) {
		return nil
	}
	p.Run.Progress.Say("the scores that are taught are those of the collection's rows; --scores names others")
	return configs.List(p.Inputs.Collection.Layout.Documents)
}

// teacher returns the scores in runs and the runs' inputs; nil for no files. If several runs score a document, the first score counts.
func teacher(c *configs.Config, files []string) (*shard.Teacher, []stage.Input, error) {
	if len(files) == 0 {
		return nil, nil, nil
	}
	if err := safefile.RefuseTwice(files); err != nil {
		return nil, nil, err
	}
	scores := map[string]map[string]float64{}
	t := &shard.Teacher{Score: func(query, doc string) (float64, bool) { score, ok := scores[query][doc]; return score, ok }}
	o := collection.ReadOptions(&c.Gen)
	var inputs []stage.Input
	for _, path := range files {
		rows, err := read.Run(path, "", o, nil)
		if err != nil {
			return nil, nil, err
		}
		in, err := stage.InputOf("scores", path, o.RunFormat)
		if err != nil {
			return nil, nil, err
		}
		in.Count = len(rows)
		t.SHA256 = append(t.SHA256, in.SHA256)
		inputs = append(inputs, in)
		for _, r := range rows {
			if scores[r.QueryID] == nil {
				scores[r.QueryID] = map[string]float64{}
			}
			if _, ok := scores[r.QueryID][r.DocID]; !ok {
				scores[r.QueryID][r.DocID] = r.Score
			}
		}
	}
	return t, inputs, nil
}

// setWriter writes a data set as shards.
type setWriter struct {
	out      *result.Dir
	dir      string // the folder of the splits' shards below out
	recount  bool   // true if the tasks of the manifest may count rows that are not written
	options  shard.Options
	progress *progress.Printer
}

// write writes the splits in sets as one data set and returns its manifest, which has the statistics in draws. It writes each further test
// set as a separate data set below tests/, and removes test sets of earlier runs that are not in sets.
func (w setWriter) write(ctx context.Context, in shard.Input, draws []pairs.PoolRows, sets []SplitPairs,
	st *progress.Stage) (*shard.Manifest, error) {
	main, o := in, w.options
	main.Manifest.Drawn = draws
	hasSet := map[string]bool{}
	for _, s := range sets {
		if s.Set == "" {
			main.Splits = append(main.Splits, shard.Split{Name: s.Split, Pairs: s.Pairs, Spares: s.Spares})
		}
		hasSet[s.Set] = s.Set != ""
	}
	if w.recount {
		recount(&main.Manifest, main.Splits)
	}
	manifest, err := shard.Write(ctx, w.out, w.dir, main, o, st)
	if err != nil {
		return nil, err
	}
	for _, finding := range manifest.Findings() {
		w.progress.Warn("%s", finding)
	}
	if err := w.out.Retire(func(stage string) bool {
		_, name, ok := strings.Cut(stage, " "+testsDir+"/")
		set, _, _ := strings.Cut(name, "/")
		return ok && !hasSet[set]
	}); err != nil {
		return nil, err
	}
	in.Lenient, in.Rankings, in.Lists, o.Candidates = true, nil, nil, "" // pairwise formats cannot hold three-class rows
	in.Manifest.Tasks = nil                                              // shard.Write derives them from the rows
	for _, s := range sets {
		if s.Set == "" {
			continue
		}
		in.Splits = []shard.Split{{Name: s.Split, Pairs: s.Pairs}}
		if _, err := shard.Write(ctx, w.out, testsDir+"/"+s.Set, in, o, nil); err != nil {
			return nil, err
		}
	}
	return manifest, nil
}

// recount sets Kept of each task to the number of its pairs in these splits. It adds the pairs of other splits to Dropped.
func recount(m *shard.Manifest, splits []shard.Split) {
	counts := map[[2]string]int{}
	for _, s := range splits {
		for i := range s.Pairs.Len() {
			p := s.Pairs.Brief(i)
			counts[[2]string{p.Task, p.Axiom}]++
		}
	}
	for i := range m.Tasks {
		t := &m.Tasks[i]
		n := counts[[2]string{t.Name, t.Axiom}]
		if t.Kept > n && t.Dropped != nil {
			t.Dropped["other_split"] += t.Kept - n
		}
		t.Kept = n
	}
}
