package gen

import (
	"cmp"
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard"
)

const (
	vocabFile = "vocab.txt"
	shardsDir = "shards"
	testsDir  = "tests"

	noCandidates = "none" // tokenize.candidates: only formats that evaluate write any
)

// Vocabulary gives the configured WordPiece vocabulary, or trains one on the collection and leaves it as vocab.txt.
func (c *Chain) Vocabulary(ctx context.Context) (*tokenize.Tokenizer, error) {
	var err error
	if c.vocabulary == nil {
		c.vocabulary, err = c.loadVocabulary(ctx)
	}
	return c.vocabulary, err
}

func (c *Chain) loadVocabulary(ctx context.Context) (*tokenize.Tokenizer, error) {
	t := &c.Config.Tokenize
	options := vocabularyOptions(t)
	if t.Vocab != "" {
		given, in, err := givenVocabulary(t.Vocab, options)
		if err != nil {
			return nil, err
		}
		c.Inputs = append(c.Inputs, in)
		c.extend("vocab", in.SHA256, given.Options())
		return given, nil
	}
	key := c.extend("trained vocab", t.VocabSize, options)
	if _, ok := c.Out.Finished("vocab", key); !ok {
		train := tokenize.TrainDefaults()
		train.Options = options
		texts := func(yield func(string) bool) {
			for d := range uint32(c.Index.NumDocs()) {
				if !yield(c.Index.FullText(d)) {
					return
				}
			}
		}
		st := c.Progress.Stage("vocab", "texts", c.Index.NumDocs())
		vocab, err := tokenize.Train(ctx, texts, t.VocabSize, train, st)
		st.Done()
		if err != nil {
			return nil, err
		}
		f, err := c.Out.WriteFile(vocabFile, func(w io.Writer) error { return vocab.Write(w) })
		if err != nil {
			return nil, err
		}
		if err := c.Out.Finish("vocab", key, []outdir.File{f}); err != nil {
			return nil, err
		}
	}
	vocab, err := tokenize.LoadVocab(c.Out.Path(vocabFile))
	if err != nil {
		return nil, err
	}
	return tokenize.New(vocab, options)
}

// givenVocabulary loads a vocabulary and says what it is.
func givenVocabulary(path string, o tokenize.Options) (*tokenize.Tokenizer, Input, error) {
	in := Input{Role: "vocab", Name: baseName(path), Format: "vocab.txt"}
	if tokenize.IsJSON(path) {
		in.Format = "tokenizer.json"
	}
	t, err := tokenize.Load(path, o)
	if err != nil {
		return nil, in, err
	}
	in.Count = t.Vocab().Size()
	in.Bytes, in.SHA256, err = checksum(path)
	return t, in, err
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

func shardOptions(c *configs.Config) shard.Options {
	t := &c.Tokenize
	o := shard.Defaults()
	o.Formats, o.ShardRows, o.Compression = fields(t.OutputFormat), t.ShardSize, t.Compression
	o.MaxLength, o.MaxQueryLength, o.Threads = t.MaxLength, t.MaxQueryLength, c.Gen.Threads
	o.GroupSize, o.Layout, o.Compat = t.GroupSize, shard.Layout(t.Layout), t.Compat
	o.MTDNNRanking, o.MTDNNSan = t.MTDNNRanking, t.MTDNNSan
	o.ShortGroup, o.TeacherConflict, o.Pointwise = t.OnShortGroup, t.OnTeacherConflict, t.Pointwise
	if t.Candidates != noCandidates {
		o.Candidates = t.Candidates
	}
	return o
}

// hubOf is what the configuration says of the texts for the dataset card.
func hubOf(c *configs.Config) shard.Hub {
	h := shard.Hub{License: c.Tokenize.CardLicense, Languages: fields(c.Tokenize.CardLanguage)}
	if len(h.Languages) == 0 {
		h.Languages = []string{cmp.Or(stemmerLanguages[c.Gen.Stemmer], "und")}
	}
	return h
}

// stemmerLanguages are the ISO 639 codes of the languages that stemmers are made for; the others say nothing of the texts.
var stemmerLanguages = map[string]string{"porter": "en", "snowball:english": "en", "snowball:french": "fr", "snowball:hungarian": "hu",
	"snowball:norwegian": "no", "snowball:russian": "ru", "snowball:spanish": "es", "snowball:swedish": "sv"}

// Shards turns a data set into shards below shards/, in every configured format. It is the chain's last stage: candidates
// are given up.
func (c *Chain) Shards(ctx context.Context, data []SplitPairs, report *SampleReport) error {
	if err := c.NeedTexts("writing shards"); err != nil {
		return err
	}
	rankings := c.rankings(data[0].Split)
	for i := range c.Splits {
		for j := range c.Splits[i].Queries {
			c.Splits[i].Queries[j].Docs, c.Splits[i].Queries[j].Outside = nil, nil
		}
	}
	defer frugal()()
	tokenizer, err := c.Vocabulary(ctx)
	if err != nil {
		return err
	}
	in := shard.Input{Tokenizer: tokenizer, Query: c.queryText(), Doc: docText(c.Index), Manifest: c.manifest(report, data),
		Rankings: rankings, Hub: hubOf(c.Config)}
	of, inputs, err := teacher(c.Config)
	if err != nil {
		return err
	}
	in.Teacher, in.Manifest.Inputs = of, append(in.Manifest.Inputs, manifestInputs(inputs)...)
	wanted, err := rowsOf(c.Config.Tokenize.RowsOf)
	if err != nil {
		return err
	}
	total := 0
	for _, d := range data {
		if d.Set != "" || len(data) > 1 && !wanted(d.Split) {
			continue
		}
		name := d.Split
		if len(data) == 1 {
			name = "train"
		}
		if d.Pairs.Len() == 0 {
			c.Progress.Warn("the split %s gives no pair and is left out of the shards", d.Split)
			c.Warnings["splits without a pair"]++
			continue
		}
		in.Splits = append(in.Splits, shard.Split{Name: name, Pairs: d.Pairs, Spares: d.Spares})
		total += d.Pairs.Len()
	}
	if c.Config.Tokenize.RowsOf != "all" {
		recount(&in.Manifest, in.Splits)
	}
	st := c.Progress.Stage("shards", "rows", 0)
	defer st.Done()
	manifest, err := shard.Write(ctx, c.Out, shardsDir, in, shardOptions(c.Config), st)
	if err != nil {
		return err
	}
	tell(c.Progress, manifest)
	c.Progress.Say("%d pairs in %d files under %s", total, len(manifest.Shards), c.Out.Path(shardsDir))
	return c.testSets(ctx, data, wanted, in, shardOptions(c.Config))
}

// tell says what a user should know of shards.
func tell(p *progress.Printer, m *shard.Manifest) {
	for _, finding := range m.Findings() {
		p.Warn("%s", finding)
	}
}

// rankings are the candidates of all queries that are not trained on, for formats that evaluate.
func (c *Chain) rankings(training string) (out []shard.Ranking) {
	for i := range c.Splits {
		s := &c.Splits[i]
		if s.Name == training {
			continue
		}
		for _, q := range s.Queries {
			r := shard.Ranking{Split: s.Name, QueryID: q.ID}
			for i := range q.Docs {
				d := &q.Docs[i]
				r.Docs = append(r.Docs, shard.Ranked{DocID: d.ID(c.Index), Relevant: d.Judged && int(d.Grade) >= c.Config.Gen.MinGrade})
			}
			out = append(out, r)
		}
	}
	return out
}

// testSets turns each further test set into a data set of its own below tests/, with the manifest of the whole.
func (c *Chain) testSets(ctx context.Context, data []SplitPairs, wanted func(split string) bool, in shard.Input, o shard.Options) error {
	in.Lenient, in.Rankings, o.Candidates = true, nil, "" // a set of three-class pairs fits no pairwise format
	for _, d := range data {
		if d.Set == "" || d.Pairs.Len() == 0 || !wanted(d.Split) {
			continue
		}
		in.Splits = []shard.Split{{Name: d.Split, Pairs: d.Pairs}}
		in.Manifest.Tasks = nil // as its rows have them
		if _, err := shard.Write(ctx, c.Out, testsDir+"/"+d.Set, in, o, nil); err != nil {
			return err
		}
	}
	return nil
}

func (c *Chain) queryText() func(id string) (string, bool) {
	texts := map[string]string{}
	for _, s := range c.Splits {
		for i := range s.Queries {
			texts[s.Queries[i].ID] = s.Queries[i].Text
		}
	}
	return func(id string) (string, bool) {
		text, ok := texts[id]
		return text, ok
	}
}

// docText gives a document's title and text. What is made of a document has no title: ID~k, which lnc2 made by repeating it, the
// source's whole text k times, joined by a space; ID~+WORD+WORD, a perturbed copy, the words before it.
func docText(x *index.Index) func(id string) (title, text string, ok bool) {
	return func(id string) (title, text string, ok bool) {
		if d, ok := x.Doc(id); ok {
			return x.Title(d), x.Text(d), true
		}
		if c, ok := mine.CopyOf(x, id); ok {
			return "", c.Text(x), true
		}
		source, times, ok := madeFrom(id)
		if !ok {
			return "", "", false
		}
		d, ok := x.Doc(source)
		if !ok {
			return "", "", false
		}
		whole := x.FullText(d)
		return "", strings.TrimSuffix(strings.Repeat(whole+" ", times), " "), true
	}
}

// madeFrom reads ID~k.
func madeFrom(id string) (source string, times int, ok bool) {
	at := strings.LastIndexByte(id, '~')
	if at < 0 {
		return "", 0, false
	}
	times, err := strconv.Atoi(id[at+1:])
	return id[:at], times, err == nil && times > 0
}

// withSuspects adds the reasons for which a pool's pairs were left out as false negatives, where there are such pairs.
func withSuspects(dropped map[string]int, s sample.Suspects) map[string]int {
	for reason, n := range s.Reasons() {
		dropped[reason] += n
	}
	return dropped
}

func manifestInputs(inputs []Input) (out []shard.ManifestInput) {
	for _, in := range inputs {
		out = append(out, shard.ManifestInput{Role: in.Role, Name: in.Name, Bytes: in.Bytes, SHA256: in.SHA256, Format: in.Format, Count: in.Count})
	}
	return out
}

// manifest is what the chain knows of a data set.
func (c *Chain) manifest(report *SampleReport, data []SplitPairs) shard.Manifest {
	kept := map[[2]string]int{} // by task and axiom
	for _, d := range data {
		for i := range d.Pairs.Len() {
			if r := d.Pairs.Brief(i); d.Set == "" {
				kept[[2]string{r.Task, r.Axiom}]++
			}
		}
	}
	m := shard.Manifest{ToolVersion: configs.Version, Command: c.Command, Config: c.Config.Portable(), Seed: uint64(c.Config.Gen.Seed), Order: c.Config.Gen.Order,
		Collection: shard.Collection{N: c.Index.NumDocs(), TotalTerms: c.Index.TotalTerms(), AvgLen: c.Index.AvgLen()}, Warnings: c.Warnings}
	m.Inputs, m.Drawn = manifestInputs(c.Inputs), report.Drawn
	for _, f := range c.Index.Collection() {
		m.Collection.Files = append(m.Collection.Files, shard.CollectionFile(f))
	}
	m.Tasks = append(m.Tasks, shard.Task{Name: task, Wanted: report.Regular.Wanted, Mined: report.Regular.Found, Kept: kept[[2]string{task, ""}],
		Dropped: withSuspects(map[string]int{"displaced": report.Regular.Displaced, "beyond_limit": report.Regular.Found - report.Regular.Wanted}, report.Regular.Suspects)})
	for i, p := range report.Pools {
		t := shard.Task{Name: task, Axiom: p.Name, Wanted: p.Wanted, Mined: p.Mined, Kept: kept[[2]string{task, p.Name}], AgreementWithQrels: p.Agreement, Dropped: map[string]int{
			"non_relevant_over_relevant": p.Dropped.NonRelevantOverRelevant, "relevant_over_relevant": p.Dropped.RelevantOverRelevant,
			"already_regular": p.Dropped.AlreadyRegular, "conflict": p.Dropped.Conflict, "length_unmatched": p.Dropped.LengthUnmatched,
			"not_drawn": p.Size - p.Taken}}
		withSuspects(t.Dropped, p.Dropped.Suspects)
		if c.Config.Gen.ViolatedBy != "" {
			t.Dropped["not_violated"], t.Dropped["not_scored"] = p.Dropped.NotViolated, p.Dropped.NotScored
		}
		if c.Config.Gen.Strategy == sample.Paired {
			t.Variant = axioms.Variant(c.Axioms.All[c.Axioms.Drawn[i]])
		}
		if len(report.Mixture) > 0 {
			t.Dropped["not_in_mixture"] = p.Taken - t.Kept
		}
		m.Tasks = append(m.Tasks, t)
	}
	for _, p := range report.Perturbed {
		name := PerturbedPrefix + p.Axiom
		t := shard.Task{Name: task, Axiom: name, Wanted: p.Documents, Mined: p.Pairs, Kept: kept[[2]string{task, name}],
			Dropped: map[string]int{"no_copies": p.NoCopies}}
		if parsed, err := axioms.Parse(p.Axiom); err == nil {
			t.Variant = axioms.Variant(parsed)
		}
		m.Tasks = append(m.Tasks, t)
	}
	for _, p := range report.PairTasks {
		axiom := strings.TrimPrefix(p.Name, pairTask)
		t := shard.Task{Name: p.Name, Axiom: axiom, Wanted: p.Wanted, Mined: p.Mined, Kept: kept[[2]string{p.Name, axiom}], AgreementWithQrels: p.Agreement,
			Dropped: map[string]int{"filters": p.Dropped.Sum(), "not_drawn": max(0, p.Size-p.Taken)}}
		if parsed, err := axioms.Parse(axiom); err == nil {
			t.Variant = axioms.Variant(parsed)
		}
		m.Tasks = append(m.Tasks, t)
	}
	for _, r := range report.Tasks {
		if r.Split != data[0].Split {
			continue
		}
		m.Tasks = append(m.Tasks, shard.Task{Name: r.Task, Axiom: r.Task, Variant: r.Variant, Wanted: r.Wanted, Mined: r.found(), Kept: kept[[2]string{r.Task, r.Task}],
			Dropped: map[string]int{"without_precondition": r.WithoutPrecondition, "not_drawn": max(0, r.found()-r.taken())}})
	}
	return m
}
