package axiomscmd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/spf13/cobra"
)

// explain prints definitions, or what axioms make of given documents.
func explain() *cobra.Command {
	var common command.Common
	var on asked
	var asJSON bool
	cmd := &cobra.Command{Use: "explain AXIOM|EXPRESSION|SET", Short: "what an axiom means; with -q and -d, what it says of documents, and why",
		Args: command.Args(1, 1, "an axiom, an expression or a set"), ValidArgs: names(),
		Example: `  axiomine axioms explain tfc1
  axiomine axioms explain "m-and & tfc1(delta_star=0.1)" -q "blue whale" -d "a blue whale" -d "a whale"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := axioms.ParseList(args[0])
			if err != nil {
				return err
			}
			if on.query == "" && len(on.docs) == 0 {
				return define(cmd.OutOrStdout(), list, asJSON)
			}
			if err := on.check(); err != nil {
				return err
			}
			loaded, err := common.Load(cmd, "")
			if err != nil {
				return err
			}
			// What the axioms need is loaded for them; no pair is drawn.
			loaded.Gen.Axioms, loaded.Gen.Ratio, loaded.Gen.Pairs = args[0], "none", ""
			return why(cmd, &loaded.Config, list, &on, asJSON)
		}}
	f := cmd.Flags()
	f.StringVarP(&on.query, "query", "q", "", "the query: its id in the collection's topics, or a text")
	f.StringArrayVarP(&on.docs, "doc", "d", nil, "a document: its id in the collection, or a text; may be repeated")
	f.Float64SliceVar(&on.scores, "score", nil, "the documents' retrieval scores, where they are not those of the collection's run")
	f.IntSliceVar(&on.ranks, "rank", nil, "the documents' places in the candidate run, likewise")
	f.IntSliceVar(&on.grades, "grade", nil, "the documents' judgements, likewise")
	f.IntSliceVar(&on.pieces, "pieces", nil, "the documents' lengths in word pieces (lnc2, variant camara)")
	f.BoolVar(&asJSON, "json", false, "JSON instead of text")
	common.AddConfig(cmd, "gen", "tokenize")
	return cmd
}

// names lists the axioms and sets, for completion.
func names() []string {
	var names []string
	for _, a := range axioms.All() {
		names = append(names, a.String())
	}
	for _, s := range axioms.Sets {
		names = append(names, s.Name)
	}
	return names
}

// why explains the axioms on the documents asked about.
func why(cmd *cobra.Command, c *configs.Config, list []axioms.Axiom, on *asked, asJSON bool) error {
	var s *scene
	var err error
	if c.Gen.Data == "" && c.Gen.Collection == "" && c.Gen.Index == "" {
		s, err = ofTexts(cmd.Context(), c, list, on)
	} else {
		var p *progress.Printer
		if p, err = progress.NewPrinter(progress.Auto, os.Stderr); err != nil {
			return err
		}
		var chain *prepare.Prepared
		if s, chain, err = ofCollection(cmd.Context(), c, on, cmd.CommandPath(), p); err == nil {
			defer chain.Close()
		}
	}
	if err != nil {
		return err
	}
	on.override(s)
	miner := &mine.Miner{Axioms: list, Collection: s.collection}
	if measured := slices.ContainsFunc(s.pieces, func(n int) bool { return n > 0 }); measured {
		miner.Pieces = func(doc uint32) int { return s.pieces[doc] }
	}
	if err := miner.Check(); err != nil {
		return err
	}
	t, err := s.tell(list)
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(cmd.OutOrStdout(), t)
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	t.write(out)
	return out.Flush()
}

// define prints what each axiom means.
func define(w io.Writer, list []axioms.Axiom, asJSON bool) error {
	var entries []entry
	for _, a := range list {
		entries = append(entries, newEntry(a))
	}
	if asJSON {
		return writeJSON(w, entries)
	}
	out := bufio.NewWriter(w)
	written := map[string]bool{}
	for i := range entries {
		if i > 0 {
			fmt.Fprintln(out)
		}
		entries[i].write(out, written)
	}
	return out.Flush()
}

// write prints an entry and then those of its parts, each axiom once.
func (e *entry) write(w io.Writer, written map[string]bool) {
	written[e.Axiom] = true
	fmt.Fprintf(w, "%s: %s\n%s; %s, %s order (%s)\n", e.Axiom, e.Title, e.Family, e.Kind, e.Order, fulfilment(e))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "formula\t%s\n", e.Formula)
	if e.Bare != "" && e.Bare != e.Formula {
		fmt.Fprintf(table, "alone\t%s (precondition=none)\n", e.Bare)
	}
	fmt.Fprintf(table, "source\t%s\nneeds\t%s\n", e.Source, orNothing(e.Needs))
	table.Flush()
	for _, v := range e.Variants {
		fmt.Fprintf(w, "variant %s (%s)\n  %s\n  %s\n", v.Name, strings.Join(append([]string{v.Order}, v.Defaults...), ", "), v.Formula, v.Source)
	}
	if len(e.Params) > 0 {
		fmt.Fprintln(w, "parameters")
		for _, p := range e.Params {
			fmt.Fprintf(table, "  %s\tdefault %s\t%s\n", p.Name, defaults(p), p.Doc)
		}
		table.Flush()
	}
	if e.Example != nil {
		e.Example.write(w)
	}
	for i := range e.Parts {
		if !written[e.Parts[i].Axiom] {
			fmt.Fprintln(w)
			e.Parts[i].write(w, written)
		}
	}
}

// fulfilment says when a model that scores documents S obeys the axiom.
func fulfilment(e *entry) string {
	switch {
	case e.Kind == "triple":
		return "fulfilled iff S(d2) - S(d1) > S(d3) - S(d2)"
	case e.Order == "weak":
		return "fulfilled iff S(preferred) >= S(other)"
	}
	return "fulfilled iff S(preferred) > S(other)"
}

// defaults is a parameter's default with its unit, and its choices.
func defaults(p param) string {
	switch {
	case p.Choices != nil:
		return p.Default + " (of " + strings.Join(p.Choices, ", ") + ")"
	case p.Default == "none":
		return "none (" + p.Unit + ")"
	}
	return p.Default + " " + p.Unit
}
