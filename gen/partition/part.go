// Package partition mines parts of the queries in several processes or on several machines, and merges their results, the shares.
package partition

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Retrieve finds the candidates of one part of the queries and writes them as a run. The runs of all parts, concatenated in any order, are
// the run of all queries.
func Retrieve(ctx context.Context, c *prepare.Preparation, part mine.Part) error {
	if !c.Inputs.Collection.Retrieves() {
		return errs.BadUsage("leave --part out", "the candidates are given: nothing is to be retrieved")
	}
	topics := slices.Clone(c.Inputs.Topics)
	for i := range topics {
		t := &topics[i]
		t.Queries = slices.DeleteFunc(slices.Clone(t.Queries), func(q corpus.Query) bool { return !part.Has(q.ID) })
		t.Qrels = slices.DeleteFunc(slices.Clone(t.Qrels), func(j corpus.Qrel) bool { return !part.Has(j.QueryID) })
	}
	partial := c.WithTopics(topics, c.Inputs.Fold)
	partial.Run.AddNote(stage.Topics, part)
	_, err := prepare.Retrieve(ctx, partial)
	return err
}

// Mine counts preferences and draws pairs in one part of the queries, and writes its share for Merge. A data set of the shares of all parts
// has the same bytes as a data set of one run over all queries.
func Mine(ctx context.Context, p *prepare.Preparation, part mine.Part) error {
	if p.Run.Config.Gen.Mixture != "" {
		return errMixtureInParts
	}
	training, err := prepare.Training(&p.Run.Config.Gen, p.Splits)
	if err != nil {
		return err
	}
	drawer, err := dataset.ConfiguredDrawer(p, training)
	if err != nil {
		return err
	}
	drawer.Miner.Part = part
	s := dataset.Share{Part: part}
	if s.Key, err = dataset.DrawingKey(p); err != nil {
		return err
	}
	stage := "part " + part.String()
	if _, ok := p.Run.Kept(stage, s.Key, true); ok {
		return nil
	}
	amounts, text, err := dataset.SampleSizes(p.Run.Config.Gen.Budget, drawer)
	if err != nil {
		return err
	}
	p.Run.Progress.Say("%s", text)
	for _, w := range drawer.FewerJudged() {
		p.Run.Progress.Warn("%s", w)
	}
	if err := fill(ctx, p, &s, drawer, amounts); err != nil {
		return err
	}
	batch := p.Run.Out.Batch()
	batch.Write(shareName(part), func(w io.Writer) error { return writeShare(w, &s) })
	return batch.Finish(stage, s.Key)
}

// errMixtureInParts is the error for a mixture, whose classes are counted over all queries.
var errMixtureInParts = errs.BadUsage("draw it with axiomine gen sample", "three-class tasks (gen.mixture) cannot be drawn in parts")

// fill sets the counts and the sample of s: those of the drawer's part of the queries.
func fill(ctx context.Context, p *prepare.Preparation, s *dataset.Share, d *dataset.Drawer, amounts []int) error {
	miner := prepare.NewMiner(p)
	miner.Only, miner.Part = d.Miner.Only, d.Miner.Part
	err := dataset.Count(ctx, p, miner, func(_ *prepare.Split, counter *mine.Counter) { s.Counts = append(s.Counts, counter.Tallies()) })
	if err != nil {
		return err
	}
	st := p.Run.Progress.Stage("sample", "queries", len(d.Queries))
	defer st.Done()
	pairs, err := d.DrawPart(ctx, amounts, d.Options.Judged, st)
	if err == nil {
		s.Sample = pairs.Share()
	}
	return err
}

// Merge reads the shares of all parts from files or folders, and adds their counts to the account. It returns the shares for
// dataset.Sample.
func Merge(p *prepare.Preparation, paths []string) ([]*dataset.Share, mine.Counts, error) {
	shares, err := readShares(p, paths)
	if err != nil {
		return nil, nil, err
	}
	counts := mine.Counts{}
	miner := prepare.NewMiner(p)
	for i, split := range p.Splits {
		counter := mine.NewCounter(miner, p.Run.Config.Gen.MinGrade)
		for _, s := range shares {
			counter.Merge(s.Counts[i])
		}
		counter.Add(split.Name, counts)
	}
	return shares, counts, dataset.WriteCounts(p, counts)
}

// shareMagic begins the first line of a share's file. The line ends with the SHA-256 of the lines below it.
const shareMagic = "axiomine share 2 "

// mostShare is the maximum size of a share, in bytes.
const mostShare = 4 << 30

func shareName(p mine.Part) string { return fmt.Sprintf("share-%05d-of-%05d.bin", p.Number, p.Parts) }

// readShares reads the shares of all parts, in the order of their numbers. A share of another run, or a missing one, is an error.
func readShares(p *prepare.Preparation, paths []string) ([]*dataset.Share, error) {
	want, err := dataset.DrawingKey(p)
	if err != nil {
		return nil, err
	}
	files, err := shareFiles(paths)
	if err != nil {
		return nil, err
	}
	var shares []*dataset.Share
	for _, file := range files {
		s, err := readShare(file)
		if err != nil {
			return nil, err
		}
		if s.Key != want || len(s.Counts) != len(p.Splits) || slices.ContainsFunc(s.Counts,
			func(t []mine.Tally) bool { return len(t) != len(p.Axioms.All) }) {
			return nil, errs.BadInput(file, 0, "mine every part with the configuration and the files that the merge is given",
				"the part %s was mined with another configuration or other data", s.Part)
		}
		if s.Part.Parts != len(files) {
			return nil, errs.BadInput(file, 0, "name all of them, and no others", "a share of part %s, among %s", s.Part,
				terminal.Plural(len(files), "share", "shares"))
		}
		if i := slices.IndexFunc(shares, func(o *dataset.Share) bool { return o.Part == s.Part }); i >= 0 {
			return nil, errs.BadInput(file, 0, "name each part once", "a second share of part %s", s.Part)
		}
		shares = append(shares, s)
	}
	slices.SortFunc(shares, func(a, b *dataset.Share) int { return a.Part.Number - b.Part.Number })
	return shares, nil
}

// CheckShares returns an error if shares are missing or damaged, before any work is done.
func CheckShares(paths []string) error {
	files, err := shareFiles(paths)
	for _, file := range files { // empty after an error
		if _, err := readShare(file); err != nil {
			return err
		}
	}
	return err
}

// shareFiles returns the shares that paths name: files, folders and patterns of either.
func shareFiles(paths []string) ([]string, error) {
	var files []string
	for _, pattern := range paths {
		matches, err := filepath.Glob(pattern)
		if err != nil || len(matches) == 0 {
			return nil, errs.BadUsage("name the folders that gen mine --part wrote", "no share of a part at %s", pattern)
		}
		for _, path := range matches {
			info, err := os.Stat(path)
			if err != nil {
				return nil, errs.CannotOpen(path, err)
			}
			if !info.IsDir() {
				files = append(files, path)
				continue
			}
			inside, err := safefile.Glob(path, "share-*-of-*.bin")
			if err != nil || len(inside) == 0 {
				return nil, errs.BadUsage("name the folders that gen mine --part wrote", "no share of a part in %s", path)
			}
			files = append(files, inside...)
		}
	}
	return files, nil
}

func writeShare(w io.Writer, s *dataset.Share) error {
	var raw bytes.Buffer
	if err := json.NewEncoder(&raw).Encode(s); err != nil {
		return err
	}
	sum := sha256.Sum256(raw.Bytes())
	if _, err := io.WriteString(w, shareMagic+hex.EncodeToString(sum[:])+"\n"); err != nil {
		return err
	}
	_, err := raw.WriteTo(w)
	return err
}

func readShare(path string) (*dataset.Share, error) {
	raw, err := safefile.ReadFile(path, mostShare)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	head, body, ok := bytes.Cut(raw, []byte("\n"))
	want, hasMagic := strings.CutPrefix(string(head), shareMagic)
	if !ok || !hasMagic {
		return nil, errs.BadInput(path, 0, "make it with axiomine gen mine --part", "no share of a part")
	}
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != want {
		return nil, errs.BadInput(path, 0, "mine this part again", "the share is damaged or cut short: its checksum differs")
	}
	s := &dataset.Share{}
	if err := json.Unmarshal(body, s); err != nil || s.Sample == nil {
		return nil, errs.BadInput(path, 0, "mine this part again with this version", "the share cannot be read")
	}
	return s, nil
}
