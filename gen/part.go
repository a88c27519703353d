package gen

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

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
)

// partShare is what one part of the queries gives: its counts by split and axiom, and its share of the training split's sample.
type partShare struct {
	Part   mine.Part
	Key    string // of everything that decides the pairs
	Counts [][]mine.Tally
	Sample *sample.Share
}

// ParsePart reads i/n, 1 <= i <= n.
func ParsePart(text string) (mine.Part, error) { return mine.ParsePart(text) }

// shareMagic begins a share's file; the SHA-256 of what follows stands between.
const shareMagic = "axiomine share 2 "

func shareName(p mine.Part) string { return fmt.Sprintf("share-%05d-of-%05d.bin", p.Number, p.Of) }

// RetrievePart finds the candidates of one part of the queries and leaves them as Retrieve does. The runs of all parts, in one
// file in any order, are the run of all queries.
func (c *Chain) RetrievePart(ctx context.Context, part mine.Part) error {
	if !c.Retrieves() {
		return fault.BadUsage("leave --part out", "the candidates are given: nothing is to be retrieved")
	}
	c.Topics = slices.Clone(c.Topics)
	for i := range c.Topics {
		t := &c.Topics[i]
		t.Queries = slices.DeleteFunc(slices.Clone(t.Queries), func(q corpus.Query) bool { return !part.Has(q.ID) })
		t.Qrels = slices.DeleteFunc(slices.Clone(t.Qrels), func(j corpus.Qrel) bool { return !part.Has(j.QueryID) })
	}
	c.extend("part", part)
	return c.Retrieve(ctx)
}

// MinePart counts and draws from one part of the queries, and leaves its share for MergeParts. The shares of all parts give
// the bytes of a run over all queries.
func (c *Chain) MinePart(ctx context.Context, part mine.Part) error {
	if c.Config.Gen.Mixture != "" {
		return errMixtureInParts
	}
	training, err := c.Training()
	if err != nil {
		return err
	}
	only, err := c.Violated()
	if err != nil {
		return err
	}
	drawer, err := c.Drawer(training, only)
	if err != nil {
		return err
	}
	drawer.Miner.Part = part
	s := partShare{Part: part}
	forKey := *c // takes the key without changing the chain's
	if s.Key, err = forKey.sampleKey(); err != nil {
		return err
	}
	stage := "part " + part.String()
	if _, ok := c.Out.Finished(stage, s.Key); ok {
		c.Progress.Say("%s: kept from the earlier run", stage)
		return nil
	}
	wanted, asked := c.wanted(drawer)
	c.Progress.Say("%s", asked)
	if err := c.fill(ctx, &s, drawer, wanted); err != nil {
		return err
	}
	f, err := c.Out.WriteFile(shareName(part), s.write)
	if err != nil {
		return err
	}
	return c.Out.Finish(stage, s.Key, []outdir.File{f})
}

var errMixtureInParts = fault.BadUsage("draw it with axiomine gen sample", "three-class tasks (gen.mixture) cannot be drawn in parts")

// fill counts and draws what the drawer's part of the queries gives.
func (c *Chain) fill(ctx context.Context, s *partShare, d *Drawer, wanted []int) error {
	miner := c.Miner()
	miner.Only, miner.Part = d.Miner.Only, d.Miner.Part
	err := c.count(ctx, miner, func(_ *Split, counter *mine.Counter) { s.Counts = append(s.Counts, counter.Tallies()) })
	if err != nil {
		return err
	}
	st := c.Progress.Stage("sample", "queries", len(d.Queries))
	drawn, err := d.drawPart(ctx, wanted, d.Options.Regular, st)
	st.Done()
	if err != nil {
		return err
	}
	s.Sample = drawn.Share()
	return nil
}

// MergeParts takes the shares of all parts, as files or the folders they lie in, and counts: counts.json, profile.json. A
// following Sample draws from them.
func (c *Chain) MergeParts(paths []string) (mine.Counts, mine.Profiles, error) {
	shares, err := c.readShares(paths)
	if err != nil {
		return nil, nil, err
	}
	counts, profiles := mine.Counts{}, mine.Profiles{}
	miner := c.Miner()
	for i, split := range c.Splits {
		counter := mine.NewCounter(miner, c.Config.Gen.MinGrade)
		for _, s := range shares {
			counter.Merge(s.Counts[i])
		}
		counter.Add(split.Name, counts, profiles)
	}
	c.shares = shares
	return counts, profiles, c.writeCounts(c.Key("merged"), counts, profiles)
}

// readShares reads one share of every part, in the order of their numbers, and refuses those of another run.
func (c *Chain) readShares(paths []string) ([]*partShare, error) {
	forKey := *c // takes the key without changing the chain's
	want, err := forKey.sampleKey()
	if err != nil {
		return nil, err
	}
	files, err := shareFiles(paths)
	if err != nil {
		return nil, err
	}
	var shares []*partShare
	for _, file := range files {
		s, err := readShare(file)
		if err != nil {
			return nil, err
		}
		if s.Key != want || len(s.Counts) != len(c.Splits) || slices.ContainsFunc(s.Counts, func(t []mine.Tally) bool { return len(t) != len(c.Axioms.All) }) {
			return nil, fault.BadInput(file, 0, "mine every part with the configuration and the files that the merge is given", "the part %s was mined with another configuration or other data", s.Part)
		}
		if s.Part.Of != len(files) {
			return nil, fault.BadInput(file, 0, "name all of them, and no others", "a share of part %s, among %d shares", s.Part, len(files))
		}
		if at := slices.IndexFunc(shares, func(o *partShare) bool { return o.Part == s.Part }); at >= 0 {
			return nil, fault.BadInput(file, 0, "name each part once", "a second share of part %s", s.Part)
		}
		shares = append(shares, s)
	}
	slices.SortFunc(shares, func(a, b *partShare) int { return a.Part.Number - b.Part.Number })
	return shares, nil
}

// CheckShares refuses shares that are not there or damaged, before any work is done.
func CheckShares(paths []string) error {
	files, err := shareFiles(paths)
	for _, file := range files {
		if _, err := readShare(file); err != nil {
			return err
		}
	}
	return err
}

// shareFiles finds the shares that paths name: files, folders and patterns of either.
func shareFiles(paths []string) ([]string, error) {
	var files []string
	for _, pattern := range paths {
		matches, err := filepath.Glob(pattern)
		if err != nil || len(matches) == 0 {
			return nil, fault.BadUsage("name the folders that gen mine --part wrote", "no share of a part at %s", pattern)
		}
		for _, path := range matches {
			info, err := os.Stat(path)
			if err != nil {
				return nil, fault.CannotOpen(path, err)
			}
			if !info.IsDir() {
				files = append(files, path)
				continue
			}
			inside, err := filepath.Glob(filepath.Join(path, "share-*-of-*.bin"))
			if err != nil || len(inside) == 0 {
				return nil, fault.BadUsage("name the folders that gen mine --part wrote", "no share of a part in %s", path)
			}
			files = append(files, inside...)
		}
	}
	return files, nil
}

func (s *partShare) write(w io.Writer) error {
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

func readShare(path string) (*partShare, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.CannotOpen(path, err)
	}
	head, body, ok := bytes.Cut(raw, []byte("\n"))
	want, magic := strings.CutPrefix(string(head), shareMagic)
	if !ok || !magic {
		return nil, fault.BadInput(path, 0, "make it with axiomine gen mine --part", "no share of a part")
	}
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != want {
		return nil, fault.BadInput(path, 0, "mine this part again", "the share is damaged or cut short: its checksum differs")
	}
	s := &partShare{}
	if err := json.Unmarshal(body, s); err != nil || s.Sample == nil {
		return nil, fault.BadInput(path, 0, "mine this part again with this version", "the share cannot be read")
	}
	return s, nil
}
