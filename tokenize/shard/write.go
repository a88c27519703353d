package shard

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// The vocabulary beside files that hold ids, plain, as what HF tokenizers loads with its options, and with what AutoTokenizer of
// transformers wants to know besides.
const (
	vocabName     = "vocab.txt"
	tokenizerName = "tokenizer.json"
	configName    = "tokenizer_config.json"
)

// Write writes the pairs in every format of the options below the folder prefix of d ("" for d itself) and gives the
// manifest it wrote last. Shards that an earlier, broken run finished with the same input and options are kept. Progress
// counts rows over all formats.
func Write(ctx context.Context, d *outdir.Dir, prefix string, in Input, o Options, st *progress.Stage) (*Manifest, error) {
	p, m, err := prepare(ctx, &in, o, st)
	if err != nil {
		return nil, err
	}
	parts, key, err := p.parts()
	if err != nil {
		return nil, err
	}
	maps.Copy(m.Warnings, p.notes)
	m.Groups, m.Conflicts, m.Pointwise = p.groupCounts, p.conflicts, p.pointwise
	if err := d.Begin(); err != nil {
		return nil, err
	}
	if err := refuseOthers(d, prefix, parts); err != nil {
		return nil, err
	}
	total := 0
	for _, part := range parts {
		total += part.rows
	}
	st.Next("shards", "rows", total)
	files, memory := make([]outdir.File, len(parts)), make([]int64, len(parts))
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(o.threads())
	for _, i := range interleaved(parts) {
		group.Go(func() (err error) {
			defer fault.Rescue(&err)
			if files[i], err = parts[i].build(groupCtx, d, prefix, key, st); err == nil && parts[i].memory != nil {
				memory[i], err = parts[i].memory(d.Path(files[i].Path))
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	hasTables := false
	for i, f := range files {
		hasTables = hasTables || parts[i].table != nil
		if parts[i].beside {
			f.Path = parts[i].path
			m.Files = append(m.Files, f)
			continue
		}
		m.Shards = append(m.Shards, Shard{Path: parts[i].path, Format: parts[i].format, Rows: parts[i].rows, Bytes: f.Bytes, SHA256: f.SHA256})
	}
	var beside []outdir.File
	extra := func(name string, write func(io.Writer) error) error {
		f, err := d.WriteFile(path.Join(prefix, name), write)
		if err == nil {
			beside = append(beside, f)
			f.Path = name
			m.Files = append(m.Files, f)
		}
		return err
	}
	if hasTables {
		tables, err := tablesOf(parts, files, memory, d.Path)
		if err != nil {
			return nil, err
		}
		if err := extra(cardName, func(w io.Writer) error { return writeCard(w, p, m, tables) }); err != nil {
			return nil, err
		}
	}
	if p.tokenizer != nil {
		if err := extra(vocabName, in.Tokenizer.Vocab().Write); err != nil {
			return nil, err
		}
		if err := extra(tokenizerName, in.Tokenizer.WriteJSON); err != nil {
			return nil, err
		}
		if err := extra(configName, func(w io.Writer) error { return in.Tokenizer.WriteConfig(w, o.MaxLength) }); err != nil {
			return nil, err
		}
	}
	last, err := d.WriteJSON(path.Join(prefix, ManifestName), m)
	if err != nil {
		return nil, err
	}
	return m, d.Finish(stageName(prefix, ManifestName), last.SHA256, append(beside, last))
}

// interleaved is an order of parts in which every folder's are spread evenly: rows of different formats take different times, so
// that this makes the time left foreseeable.
func interleaved(parts []part) []int {
	of, before := map[string]int{}, make([]int, len(parts)) // by folder, and of the same folder
	for i, part := range parts {
		folder := path.Dir(part.path)
		before[i] = of[folder]
		of[folder]++
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	place := func(i int) float64 { return (float64(before[i]) + .5) / float64(of[path.Dir(parts[i].path)]) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	return order
}

// prepare reads the texts, drops what cannot be trained on and cuts the rest into shards.
func prepare(ctx context.Context, in *Input, o Options, st *progress.Stage) (*plan, *Manifest, error) {
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	if err := in.Hub.Validate(); err != nil {
		return nil, nil, err
	}
	p := &plan{in: in, options: o}
	var all needs
	for _, name := range o.Formats {
		f, _ := formatNamed(name)
		all.ids, all.sentences, all.rankings = all.ids || f.needs.ids, all.sentences || f.needs.sentences, all.rankings || f.needs.rankings
	}
	if !all.rankings && o.Candidates == "" {
		in.Rankings = nil
	}
	if !slices.ContainsFunc(o.Formats, WantsGroups) {
		in.Splits = slices.Clone(in.Splits)
		for i := range in.Splits {
			in.Splits[i].Spares = nil
		}
	}
	if all.ids {
		if in.Tokenizer == nil {
			return nil, nil, fault.BadUsage("give --vocab", "formats %s need a vocabulary", strings.Join(o.Formats, ", "))
		}
		p.setTokenizer(in.Tokenizer)
	}
	var err error
	if p.store, err = newStore(ctx, in, o, all, st); err != nil {
		return nil, nil, err
	}
	total := 0
	for _, split := range in.Splits {
		total += split.Pairs.Len()
	}
	st.Next("plan", "rows", 2*total) // sifted, then read
	m := in.Manifest.copied()
	m.SchemaVersion, m.Tokenizer, m.Mixture = SchemaVersion, p.tokenizer, map[string]int{}
	if len(m.Tasks) == 0 {
		m.Tasks = tasksOf(in.Splits)
	}
	seen := map[string]bool{}
	for i, split := range in.Splits {
		name, err := split.fileName()
		if err != nil {
			return nil, nil, err
		}
		if seen[name] {
			return nil, nil, fault.BadUsage("a split is given once", "split %s twice", name)
		}
		seen[name] = true
		judged := judgedTexts(p.store.sources[i].rows(), p.store)
		rows := sift(p.store.sources[i].rows(), judged, p.store, func(p *pairs.Pair, reason string) {
			m.drop(p, reason)
			m.Warnings["pairs dropped: "+reason]++
		}, st)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if rows.n == 0 {
			m.Warnings["splits without pairs"]++
			continue
		}
		plan := splitPlan{view: newView(name, rows, o, p.store.size)}
		plan.spares = sift(p.store.spares[i].rows(), judged, p.store, func(*pairs.Pair, string) {}, nil)
		plan.read(p.store, func(r *row) {
			m.Mixture[r.Task]++
			if r.Weight != 1 || r.Margin != 1 {
				p.weighted++
			}
			if r.Source == pairs.Perturbed {
				p.perturbed++
			}
			st.Add(1)
		})
		p.splits = append(p.splits, plan)
	}
	if len(p.splits) == 0 {
		return nil, nil, fault.Short("look at the counts of the stages before", "no pairs to write")
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	p.divide()
	if err := p.rank(); err != nil {
		return nil, nil, err
	}
	p.warn(m)
	return p, m, nil
}

// setTokenizer takes from a tokenizer what rows of ids need.
func (p *plan) setTokenizer(t *tokenize.Tokenizer) {
	p.tokenizer = &TokenizerInfo{VocabSHA256: t.Vocab().SHA256(), Options: t.Options(), MaxLength: p.options.MaxLength, MaxQueryLength: p.options.MaxQueryLength}
	p.cls, _ = t.Vocab().ID(tokenize.ClsToken)
	p.sep, _ = t.Vocab().ID(tokenize.SepToken)
	p.types = make([]int8, 2*p.options.MaxLength)
	for i := p.options.MaxLength; i < len(p.types); i++ {
		p.types[i] = 1
	}
}

// warn counts what the files do not hold as it came.
func (p *plan) warn(m *Manifest) {
	add := func(what string, n int) {
		if n > 0 {
			m.Warnings[what] += n
		}
	}
	cut, broken, three := 0, 0, 0
	for _, info := range p.store.info {
		if info.cut {
			cut++
		}
	}
	for _, split := range p.splits {
		for r := range split.items.briefly {
			for _, text := range [...]uint32{r.query, r.pos, r.neg} {
				if r.Class == nil && p.store.info[text].broken {
					broken++
				}
			}
			if r.Class != nil && p.tokenizer != nil {
				if _, doc1, doc2 := p.threeFit(r); doc1+doc2 < p.store.length(r.pos, math.MaxInt32)+p.store.length(r.neg, math.MaxInt32) {
					three++
				}
			}
		}
	}
	add("texts cut to their maximal length", cut)
	add("three-class rows with documents cut further, to fit both", three)
	if slices.ContainsFunc(p.options.Formats, func(name string) bool { f, _ := formatNamed(name); return f.needs.flat }) {
		add("fields with tabs or line breaks made spaces", broken)
	}
}

// parts are the files of all formats, and a key of everything that decides their bytes.
func (p *plan) parts() (parts []part, key string, err error) {
	classed := itemsOf(p.all()) - itemsOf(p.pairwise)
	for _, name := range p.options.Formats {
		f, _ := formatNamed(name)
		if !f.needs.classes {
			p.note("three-class pairs left out of "+name, classed)
		}
		if !f.needs.weights {
			p.note("pairs with a weight or margin that is not in "+name, p.weighted)
		}
		files := f.parts(p)
		fits := slices.ContainsFunc(files, func(t part) bool { return !t.beside })
		if !fits && p.in.Lenient {
			p.note("formats left out, since no pair fits", 1)
			continue
		}
		if !fits {
			if f.needs.rankings {
				return nil, "", fault.Short("leave the format out; axiomine gen writes it, where there are dev or test queries", "no query to evaluate with fits the format %s", name)
			}
			return nil, "", fault.Short("leave the format out, or look at the counts of the stages before", "no pair fits the format %s", name)
		}
		for i := range files {
			files[i].format = name
		}
		describeLines(name, files)
		parts = append(parts, files...)
	}
	candidates, err := p.candidateParts()
	if err != nil {
		return nil, "", err
	}
	parts = append(parts, candidates...)
	options := p.options
	options.Formats = nil // a file does not depend on which others there are
	text := fmt.Sprintf("%d %q %s %s", SchemaVersion, p.in.Manifest.ToolVersion, mustJSON(options), mustJSON(p.tokenizer))
	for _, split := range p.splits {
		text += fmt.Sprintf(" %s:%d:%d:%016x", split.split, split.items.n, split.perShard, split.digest)
	}
	text += p.describeRankings()
	if p.in.Teacher != nil {
		text += fmt.Sprintf(" %q", p.in.Teacher.SHA256)
	}
	sum := sha256.Sum256([]byte(text))
	return parts, hex.EncodeToString(sum[:16]), nil
}

// build writes the part, or finds it finished.
func (t part) build(ctx context.Context, d *outdir.Dir, prefix, key string, st *progress.Stage) (outdir.File, error) {
	if ctx.Err() != nil {
		return outdir.File{}, ctx.Err()
	}
	stage := stageName(prefix, t.path)
	if files, ok := d.Finished(stage, key); ok && len(files) == 1 {
		st.Add(t.rows)
		return files[0], nil
	}
	f, err := d.WriteFile(path.Join(prefix, t.path), func(w io.Writer) error { return t.write(ctx, w, st.Add) })
	if err != nil {
		return f, err
	}
	return f, d.Finish(stage, key, []outdir.File{f})
}

func stageName(prefix, name string) string { return "shard " + path.Join(prefix, name) }

// isData says whether a file has the name of a shard, or of one of MT-DNN's files, which have no shards.
func isData(name string) bool {
	return strings.Contains(path.Base(name), shardMark) || path.Ext(name) == ".json"
}

// refuseOthers finds shards of another run in the folders to be written: with other options a split has another number of
// shards, and a loader would read the files of both.
func refuseOthers(d *outdir.Dir, prefix string, parts []part) error {
	ours := map[string]bool{}
	for _, part := range parts {
		ours[part.path] = true
	}
	for _, folder := range slices.Sorted(maps.Keys(foldersOf(parts))) {
		list, err := d.ReadDir(path.Join(prefix, folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, file := range list {
			name := path.Join(folder, file.Name())
			if isData(name) && !ours[name] {
				return fault.BadUsage("give --overwrite, or another directory", "%s holds the shard %s of a run with other options or input",
					filepath.Base(d.Path(prefix)), name)
			}
		}
	}
	return nil
}

func foldersOf(parts []part) map[string]bool {
	folders := map[string]bool{}
	for _, part := range parts {
		folders[path.Dir(part.path)] = true
	}
	return folders
}
