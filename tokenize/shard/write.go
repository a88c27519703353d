package shard

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// The files of the tokenizer beside files that hold ids.
const (
	vocabName     = "vocab.txt"             // the pieces of WordPiece, one in each line
	tokenizerName = "tokenizer.json"        // for HF tokenizers
	configName    = "tokenizer_config.json" // for AutoTokenizer of transformers
)

// Write writes the pairs in every format of the options into the folder prefix of d; "" means d itself. It writes the manifest last and
// returns it. It keeps shards that an earlier, interrupted run finished with the same input and options. Progress counts the rows of all
// formats.
func Write(ctx context.Context, d *result.Dir, prefix string, in Input, o Options, st *progress.Stage) (*Manifest, error) {
	p, m, err := newPlan(ctx, in, o, st)
	if err != nil {
		return nil, err
	}
	parts, err := partsOf(p, in.Lenient)
	if err != nil {
		return nil, err
	}
	maps.Copy(m.Warnings, p.Notes)
	sum := sha256.Sum256([]byte(fmt.Sprintf("%d %q ", SchemaVersion, m.ToolVersion) + p.Fingerprint()))
	key := hex.EncodeToString(sum[:16])
	m.Groups, m.Conflicts, m.Pointwise, m.Spreads = p.GroupCounts, p.Conflicts, p.Pointwise, p.Spreads()
	m.Readers = o.Readers
	if err := d.Begin(); err != nil {
		return nil, err
	}
	if err := retireOthers(d, prefix, parts); err != nil {
		return nil, err
	}
	if err := refuseOthers(d, prefix, parts); err != nil {
		return nil, err
	}
	files, memory, err := buildAll(ctx, d, prefix, key, parts, plan.Options(o).Workers(), st)
	if err != nil {
		return nil, err
	}
	for i, f := range files {
		if parts[i].IsAuxiliary {
			f.Path = parts[i].Path
			m.Files = append(m.Files, f)
		} else {
			m.Shards = append(m.Shards, Shard{Path: parts[i].Path, Format: parts[i].Format, Rows: parts[i].Rows, Bytes: f.Bytes, SHA256: f.SHA256})
		}
	}
	beside, err := writeBeside(d, prefix, in, p, m, cardTables(parts, files, memory))
	if err != nil {
		return nil, err
	}
	last, err := d.WriteJSON(path.Join(prefix, ManifestName), m)
	if err != nil {
		return nil, err
	}
	return m, d.Finish(stageName(prefix, ManifestName), last.SHA256, append(beside, last))
}

// buildAll writes the parts. It returns the file of each part, and the size of its rows in Arrow, in bytes; 0 for a part without Memory.
func buildAll(ctx context.Context, d *result.Dir, prefix, key string, parts []encoding.Part, workers int, st *progress.Stage) (
	files []result.File, memory []int64, err error) {
	total := 0
	for _, part := range parts {
		total += part.Rows
	}
	st.Next("shards", "rows of all files", total)
	files, memory = make([]result.File, len(parts)), make([]int64, len(parts))
	group, groupCtx := parallel.NewGroup(ctx, workers)
	for _, i := range interleave(parts) {
		group.Go(func() (err error) {
			if files[i], err = build(groupCtx, parts[i], d, prefix, key, st); err == nil && parts[i].Memory != nil {
				memory[i], err = parts[i].Memory(d.Path(files[i].Path))
			}
			return err
		})
	}
	return files, memory, group.Wait()
}

// writeBeside writes the card, if there are tables, and the files of the tokenizer, if there is one. It adds them to the manifest.
func writeBeside(d *result.Dir, prefix string, in Input, p *plan.Plan, m *Manifest, tables []cardTable) (files []result.File, err error) {
	write := func(name string, content func(io.Writer) error) {
		if err != nil {
			return
		}
		var f result.File
		f, err = d.WriteFile(path.Join(prefix, name), content)
		files = append(files, f)
		f.Path = name
		m.Files = append(m.Files, f)
	}
	if len(tables) > 0 {
		write(cardName, func(w io.Writer) error { return writeCard(w, in, p, m, tables) })
	}
	if p.Tokenizer != nil {
		if in.Tokenizer.Model() == tokenize.WordPiece {
			write(vocabName, in.Tokenizer.Vocab().Write)
		}
		write(tokenizerName, in.Tokenizer.WriteJSON)
		write(configName, func(w io.Writer) error { return in.Tokenizer.WriteConfig(w, p.Options.MaxLength) })
	}
	return files, err
}

// interleave returns an order of parts in which the parts of every folder are spread evenly. Rows of different formats take different
// times, so this order makes the remaining time predictable.
func interleave(parts []encoding.Part) []int {
	counts := map[string]int{}       // number of parts of each folder
	ranks := make([]int, len(parts)) // the index of each part in its folder
	for i, part := range parts {
		folder := path.Dir(part.Path)
		ranks[i] = counts[folder]
		counts[folder]++
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	position := func(i int) float64 { return (float64(ranks[i]) + .5) / float64(counts[path.Dir(parts[i].Path)]) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(position(a), position(b)) })
	return order
}

// newPlan returns the plan and a manifest with the counts of pairs that the plan leaves out.
func newPlan(ctx context.Context, in Input, o Options, st *progress.Stage) (*plan.Plan, *Manifest, error) {
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	m := in.Manifest.clone()
	m.SchemaVersion = SchemaVersion
	if len(m.Tasks) == 0 {
		m.Tasks = tasksOf(in.Splits)
	}
	p, err := plan.New(ctx, in.Data, plan.Options(o), needsOf(o), format.ReservedNames(), func(p *pairs.Pair, reason string) {
		m.drop(p, reason)
		m.Warnings[pairsDropped+reason]++
	}, st)
	if err != nil {
		return nil, nil, err
	}
	m.Tokenizer, m.Mixture, m.Rows = p.Tokenizer, p.Mixture, p.Rows
	for text, n := range p.Counts {
		m.Warnings[text] += n
	}
	return p, m, nil
}

// build writes a part and returns its file, or returns the file that an earlier run finished with the same key.
func build(ctx context.Context, t encoding.Part, d *result.Dir, prefix, key string, st *progress.Stage) (result.File, error) {
	if ctx.Err() != nil {
		return result.File{}, ctx.Err()
	}
	stage := stageName(prefix, t.Path)
	if files, ok := d.FinishedFiles(stage, key); ok && len(files) == 1 {
		st.Add(t.Rows)
		return files[0], nil
	}
	f, err := d.WriteFile(path.Join(prefix, t.Path), func(w io.Writer) error { return t.Write(ctx, w, st.Add) })
	if err != nil {
		return f, err
	}
	return f, d.Finish(stage, key, []result.File{f})
}

// stageName returns the name of a file's stage in the journal of a result folder.
func stageName(prefix, name string) string { return "shard " + path.Join(prefix, name) }

// retireOthers removes the shards that an earlier run finished in the folder prefix, and that are not among parts.
func retireOthers(d *result.Dir, prefix string, parts []encoding.Part) error {
	ours := lists.Set(parts, func(part encoding.Part) string { return stageName(prefix, part.Path) })
	ours[stageName(prefix, ManifestName)] = true
	all := stageName(prefix, "")
	if prefix != "" {
		all += "/"
	}
	return d.Retire(func(stage string) bool { return strings.HasPrefix(stage, all) && !ours[stage] })
}

// refuseOthers returns an error if a folder of parts holds other shards. With other options a split has another number of shards, and a
// loader would read the files of both runs.
func refuseOthers(d *result.Dir, prefix string, parts []encoding.Part) error {
	ours := lists.Set(parts, func(part encoding.Part) string { return part.Path })
	below, err := fs.Sub(d.FS(), path.Join(".", prefix))
	if err != nil {
		return err
	}
	others, err := unlistedShards(below, ours)
	if err != nil || len(others) == 0 {
		return err
	}
	return errs.BadUsage("give --overwrite, or another directory", "%s holds the shard %s of a run with other options or input",
		filepath.Base(d.Path(prefix)), others[0])
}

// WriteFolder writes the pairs in every format of the options into a folder, as the command `axiomine tokenize shards` does, and returns
// the manifest. The folder must be empty or missing. Errors of the input are *errs.Error.
func WriteFolder(ctx context.Context, folder string, in Input, o Options) (*Manifest, error) {
	return result.FillNew(folder, func(out *result.Dir) (*Manifest, error) { return Write(ctx, out, "", in, o, nil) })
}

// partsOf returns the files of all formats. A format that no pair fits is an error or, if lenient is true, counted and left out.
func partsOf(p *plan.Plan, lenient bool) (parts []encoding.Part, err error) {
	classRows := plan.ItemsOf(p.All()) - plan.ItemsOf(p.Pairwise)
	for _, name := range p.Options.Formats {
		f, _ := format.Find(name)
		if !f.Needs.Classes {
			p.Note("three-class pairs left out of "+name, classRows)
		}
		if !f.Needs.Weights {
			p.Note("pairs with a weight or margin that is not in "+name, p.Weighted)
		}
		files := f.Files(p)
		fits := slices.ContainsFunc(files, func(t encoding.Part) bool { return !t.IsAuxiliary })
		if !fits && lenient {
			p.Note("formats left out, since no pair fits", 1)
			continue
		}
		if !fits {
			return nil, errNothing(f)
		}
		for i := range files {
			files[i].Format = name
		}
		parts = append(parts, files...)
	}
	candidates, err := candidateParts(p)
	if err != nil {
		return nil, err
	}
	return append(parts, candidates...), nil
}

// errNothing returns the error for a format that nothing fits.
func errNothing(f format.Format) error {
	switch {
	case f.Needs.Rankings:
		return errs.Short("leave the format out, or make dev and test queries, as --splits 'hash 80/10/10' does",
			"no query to evaluate with fits the format %s", f.Name)
	case f.Needs.Lists:
		return errs.Short("give judgements with --qrels", "no query has a judged candidate, which the format %s describes", f.Name)
	}
	return errs.Short("leave the format out, or look at the counts of the stages before", "no pair fits the format %s", f.Name)
}

// CheckQueries returns the error of the first format that nothing fits: one of queries outside training, or of judged ones.
func CheckQueries(formats []string, hasOthers, isJudged bool) error {
	for _, name := range formats {
		if f, _ := format.Find(name); f.Needs.Rankings && !hasOthers || f.Needs.Lists && !isJudged {
			return errNothing(f)
		}
	}
	return nil
}

// candidateParts returns the files of candidates in every format that can write them. It counts the other formats.
func candidateParts(p *plan.Plan) (parts []encoding.Part, err error) {
	if p.Options.Candidates == "" {
		return nil, nil
	}
	if len(p.Candidates) == 0 {
		return nil, errs.Short("axiomine gen writes them, where there are dev or test queries with candidates", "no candidates of %s to write",
			p.Options.Candidates)
	}
	for _, name := range p.Options.Formats {
		f, _ := format.Find(name)
		if !f.Evaluates() {
			p.Note("formats without a form for candidates", 1)
			continue
		}
		if f.HasCandidates() {
			list := f.CandidateFiles(p)
			if len(list) == 0 {
				p.Note("formats without a form for candidates of these tasks", 1)
			}
			for i := range list {
				list[i].Format = name
			}
			parts = append(parts, list...)
		}
	}
	return parts, nil
}
