package commands

import (
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/catalogue"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/explain"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

func newAxioms() *cobra.Command {
	return cli.Noun("axioms", "explain axioms, and find those that a run breaks",
		newAxiomList(), newExplain(), newDiagnose())
}

func newAxiomList() *cobra.Command {
	return cli.Showing(&cobra.Command{
		Use:     "list",
		Short:   "name every axiom, what it needs and what it says",
		Args:    cli.NoArgs(),
		Example: "  axiomine axioms list\n  axiomine axioms list --json",
	}, true, listAxioms)
}

// listAxioms returns the tables of all axioms and of the named sets.
func listAxioms(*cobra.Command, []string) (*table.Results, error) {
	entries := catalogue.Entries(slices.Concat(axioms.All(), axioms.FileAxioms()))
	r := new(table.Results).Table(catalogue.Table(entries))
	r.Object = entries
	for _, s := range axioms.Sets {
		r.Say("set %s: %s", s.Name, s.Axioms).Say("    %s", s.Doc)
	}
	return r, nil
}

// collectionKeys returns the keys that axioms depend on: those of the collection, the candidates, similarities and word pieces.
func collectionKeys() []string {
	keys := configs.KeysDeciding([]string{"gen", "tokenize"}, configs.Documents, configs.Topics, configs.Candidates, configs.Similarity,
		configs.Vocabulary, configs.Nothing)
	return cli.Exclude(keys, "gen.near_duplicates", "gen.axioms", "gen.delta_star", "gen.made",
		"gen.add_judged", "gen.train_on", "gen.on_overlap")
}

// refuseKeys returns an error if a key was given, because definitions need no configuration.
func refuseKeys(cmd *cobra.Command) (err error) {
	configs.Visit(cmd.Flags(), func(f *pflag.Flag) {
		if k, is := configs.KeyOf(f); is && err == nil {
			err = errs.BadUsage("give a query with -q and documents with -d, or leave it out",
				"%s has no effect here: what an axiom means does not depend on a collection", k.Option())
		}
	})
	return err
}

type explainOptions struct {
	common  cli.Common
	request explain.Request
	asJSON  bool
}

func newExplain() *cobra.Command {
	var o explainOptions
	cmd := &cobra.Command{
		Use:         "explain AXIOM|EXPRESSION|SET",
		Annotations: cli.MainFlags("query doc score rank grade json data config language vectors"),
		Short:       "explain what an axiom means; with -q and -d, what it says of documents, and why",
		Args:        cli.Args(1, 1, "an axiom, an expression or a set"),
		ValidArgs:   axiomNames(),
		Example: `  axiomine axioms explain tfc1
  axiomine axioms explain "m-and & tfc1(delta_star=0.1)" -q "blue whale" -d "a blue whale" -d "a whale"`,
		RunE: o.run,
	}
	f := cmd.Flags()
	f.StringVarP(&o.request.Query, "query", "q", "", "the query: its id in the collection's topics, or a text")
	f.StringArrayVarP(&o.request.Docs, "doc", "d", nil, "a document: its id in the collection, or a text; may be repeated")
	f.Float64SliceVar(&o.request.Scores, "score", nil, "the documents' retrieval scores, where they are not those of the collection's run")
	f.IntSliceVar(&o.request.Ranks, "rank", nil, "the documents' places in the candidate run, likewise")
	f.IntSliceVar(&o.request.Grades, "grade", nil, "the documents' judgements, likewise")
	f.IntSliceVar(&o.request.Pieces, "pieces", nil, "the documents' lengths in word pieces (lnc2, variant camara)")
	f.BoolVar(&o.asJSON, "json", false, "JSON instead of text")
	o.common.AddConfig(cmd, collectionKeys()...)
	o.common.Check = checkEffect(resultTexts)
	return cmd
}

func (o *explainOptions) run(cmd *cobra.Command, args []string) error {
	list, err := axioms.ParseList(args[0])
	if err != nil {
		return err
	}
	if o.request.Query == "" && len(o.request.Docs) == 0 {
		if err := refuseKeys(cmd); err != nil {
			return err
		}
		return o.define(cmd, list)
	}
	if err := o.check(); err != nil {
		return err
	}
	config, err := o.common.Load(cmd, "")
	if err != nil {
		return err
	}
	// The preparation loads the data that the axioms need, and draws no pair.
	config.Gen.Axioms, config.Gen.Ratio, config.Gen.Pairs = args[0], "none", ""
	r, err := o.explain(cmd, &config.Config, list)
	if err != nil {
		return err
	}
	if o.asJSON {
		return result.EncodeJSON(cmd.OutOrStdout(), r)
	}
	var text strings.Builder
	r.Text(&text)
	return cli.Print(cmd, text.String())
}

func axiomNames() []string {
	sets := lists.Map(axioms.Sets, func(s axioms.Set) string { return s.Name })
	return append(lists.Map(axioms.All(), axioms.Axiom.String), sets...)
}

// define prints the definition of each axiom.
func (o *explainOptions) define(cmd *cobra.Command, list []axioms.Axiom) error {
	entries := catalogue.Entries(list)
	if o.asJSON {
		return result.EncodeJSON(cmd.OutOrStdout(), entries)
	}
	var text strings.Builder
	catalogue.WriteText(&text, entries)
	return cli.Print(cmd, text.String())
}

// check returns an error if lists do not match the documents.
func (o *explainOptions) check() error {
	if o.request.Query == "" || len(o.request.Docs) == 0 {
		return errs.BadUsage("give the query with -q and each document with -d", "a query and documents go together")
	}
	for _, l := range []struct {
		flag string
		n    int
	}{{"score", len(o.request.Scores)}, {"rank", len(o.request.Ranks)}, {"grade", len(o.request.Grades)}, {"pieces", len(o.request.Pieces)}} {
		if l.n != 0 && l.n != len(o.request.Docs) {
			return errs.BadUsage("give it once for each -d, or not at all", "--%s is given %s for %s", l.flag, terminal.Plural(l.n, "time", "times"),
				terminal.Plural(len(o.request.Docs), "document", "documents"))
		}
	}
	return nil
}

// explain explains the axioms on the requested texts, or on documents of the collection if the user names one.
func (o *explainOptions) explain(cmd *cobra.Command, c *configs.Config, list []axioms.Axiom) (r *explain.Report, err error) {
	if c.Gen.Data == "" && c.Gen.Collection == "" && c.Gen.Index == "" {
		return explain.ExplainTexts(cmd.Context(), c, list, &o.request)
	}
	p, err := progress.NewPrinter(progress.Auto, os.Stderr)
	if err != nil {
		return nil, err
	}
	err = result.Scratch(func(out *result.Dir) error {
		chain, err := gen.Start(c, out, p, cmd.CommandPath())
		if err != nil {
			return err
		}
		r, err = explain.ExplainDocuments(cmd.Context(), chain, list, &o.request)
		return err
	})
	return r, err
}
