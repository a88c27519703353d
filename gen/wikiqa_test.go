package gen_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

var (
	wikiqa    = filepath.Join("..", "..", "shared", "data", "wikiqa")
	countPage = filepath.Join("..", "..", "shared", "notes", "wikiqa-counts.md")
)

// start opens a chain of a preset on a folder; edit may change the configuration.
func start(t testing.TB, preset, data string, edit func(*configs.Config)) *prepare.Preparation {
	t.Helper()
	loaded := must.Get(configs.Load(preset, nil))(t)
	loaded.Gen.Data = data
	if edit != nil {
		edit(&loaded.Config)
	}
	out := must.Get(result.Claim(t.TempDir(), result.Fresh))(t)
	c := must.Get(gen.Start(&loaded.Config, out, nil, "test"))(t)
	t.Cleanup(func() { c.Close() })
	return c
}

// tables gives the rows of the Markdown tables under a heading, cells trimmed, without commas and bold marks.
func tables(page, heading string) [][]string {
	var rows [][]string
	in := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "## ") {
			in = strings.HasPrefix(line, "## "+heading)
		}
		if !in || !strings.HasPrefix(line, "|") {
			continue
		}
		var cells []string
		for _, c := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			cells = append(cells, strings.TrimSpace(strings.NewReplacer(",", "", "*", "").Replace(c)))
		}
		rows = append(rows, cells)
	}
	return rows
}

// Every cell of the page of counts is met exactly: it was counted by an independent reading of the contract.
func TestWikiQACounts(t *testing.T) {
	raw, err := os.ReadFile(countPage)
	if err != nil {
		t.Skip("the counts are not here: ", err)
	}
	page := string(raw)
	c := start(t, "wikiqa-counts", wikiqa, nil)
	ctx := context.Background()
	c = ready(t, c)
	counts := must.Get(dataset.Mine(ctx, c))(t)
	checked := 0
	check := func(want string, got int, what ...string) {
		t.Helper()
		checked++
		if strconv.Itoa(got) != want {
			t.Errorf("%s: %d, want %s", strings.Join(what, " "), got, want)
		}
	}
	splits := []string{"train", "dev", "test"}

	inputs := map[string]func(mine.Census) int{
		"queries": func(s mine.Census) int { return s.Queries }, "candidates": func(s mine.Census) int { return s.Candidates },
		"relevant candidates":                        func(s mine.Census) int { return s.Relevant },
		"of these added (not in the top 50)":         func(s mine.Census) int { return s.Added },
		"queries with fewer than 50 documents found": func(s mine.Census) int { return s.Short },
		"candidate pairs":                            func(s mine.Census) int { return s.CandidatePairs },
	}
	for _, row := range tables(page, "Inputs") {
		if of, ok := inputs[row[0]]; ok {
			for i, s := range c.Splits {
				check(row[1+i], of(s.Census), "inputs", row[0], s.Name)
			}
		}
	}
	for _, row := range tables(page, "Instances") {
		for i, axiom := range []string{"tfc1", "tfc2", "m-tdc", "lnc2"} {
			if cell, ok := counts[axiom][row[0]]; ok {
				check(row[1+i], cell.Instances, "instances", axiom, row[0])
			}
		}
	}
	for _, row := range tables(page, "Agreement") {
		if cell, ok := counts[row[0]][row[1]]; ok {
			for i, got := range []int{*cell.RelOverRel, *cell.RelOverNonrel, *cell.NonrelOverRel, *cell.NonrelOverNonrel, cell.Instances} {
				check(row[2+i], got, "agreement", row[0], row[1], strconv.Itoa(i))
			}
		}
	}
	for _, row := range tables(page, "By delta_star") {
		if _, ok := counts[row[0]]; ok {
			for i, split := range splits {
				check(row[2+i], counts[row[0]][split].ByDeltaStar[row[1]], "delta*", row[0], row[1], split)
			}
		}
	}
	if checked != 18+12+45+54 { // 6 inputs and 4 axioms by 3 splits, 9 rows of 5, 18 rows of 3
		t.Errorf("%d cells were compared, want 129", checked)
	}
}
