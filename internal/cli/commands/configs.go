package commands

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/table"
)

func newConfigs() *cobra.Command {
	return cli.Noun("configs", "show presets, and every setting with where it comes from", newPresetList(), newShow(), newConfigCheck(),
		newPublished())
}

func newPresetList() *cobra.Command {
	var form cli.Form
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "name the presets, by the study whose experiments they are",
		Args:    cli.NoArgs(),
		Example: "  axiomine configs list\n  axiomine configs show -c wikiqa",
	}
	form.Add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if !form.IsText() {
			return form.Show(cmd, table.Single(presets()))
		}
		widest := 0
		for _, name := range configs.Presets() {
			widest = max(widest, len(name))
		}
		var text strings.Builder
		for i, source := range configs.Sources {
			if i > 0 {
				text.WriteString("\n")
			}
			fmt.Fprintf(&text, "# %s\n", source.Text)
			for _, name := range source.Presets() {
				fmt.Fprintf(&text, "%-*s  %s\n", widest, name, configs.About(name))
			}
		}
		return cli.Print(cmd, text.String())
	}
	return cmd
}

// presets returns a table with a row for every preset and its study.
func presets() *table.Table {
	t := &table.Table{Name: "presets", Columns: table.Left("preset", "about", "source")}
	for _, source := range configs.Sources {
		for _, name := range source.Presets() {
			t.Add(name, configs.About(name), source.Text)
		}
	}
	return t
}

func newShow() *cobra.Command {
	var common cli.Common
	cmd := &cobra.Command{
		Use:         "show",
		Annotations: cli.MainFlags("config data format axioms ratio vocab output-format seeds"),
		Short:       "print the effective values and where each comes from, as a configuration file",
		Args:        cli.NoArgs(),
		Example:     "  axiomine configs show -c wikiqa\n  axiomine configs show -c wikiqa --ratio 4:1 > mine.yaml",
	}
	common.AddConfig(cmd, "gen", "tokenize", "train")
	common.Form.Add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		l, err := common.Load(cmd, "")
		if err != nil {
			return err
		}
		if !common.IsText() {
			return common.Show(cmd, table.Single(effectiveValues(l)))
		}
		return l.Write(cmd.OutOrStdout())
	}
	return cmd
}

// effectiveValues returns a table with a row for every key: its value, and the origin of the value.
func effectiveValues(l *configs.LoadedConfig) *table.Table {
	t := &table.Table{Name: "values", Columns: table.Left("key", "value", "origin")}
	for _, k := range configs.Keys() {
		t.Add(k.Name, fmt.Sprint(k.Get(&l.Config)), string(l.Origins[k.Name]))
	}
	return t
}

func newConfigCheck() *cobra.Command {
	return &cobra.Command{
		Use:       "check FILE...",
		ValidArgs: configs.Presets(),
		Short:     "read configuration files and name what is wrong with them",
		Args:      cli.Files(1, "a file or preset"),
		Example:   "  axiomine configs check mine.yaml\n  axiomine configs check wikiqa",
		RunE: func(cmd *cobra.Command, names []string) error {
			for _, name := range names {
				l, err := configs.Load(name, nil)
				if err != nil {
					return err
				}
				if err := gen.Check(&l.Config); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: ok\n", name); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func newPublished() *cobra.Command {
	var form cli.Form
	cmd := &cobra.Command{
		Use:       "published PRESET",
		ValidArgs: configs.Presets(),
		Short:     "print what was published of a preset's experiment, as CSV",
		Args:      cli.Args(1, 1, "a file or preset"),
		Example:   "  axiomine configs published klose-3\n  axiomine configs published rennings-diagnose > rennings.csv",
	}
	form.Add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		l, err := configs.Load(args[0], nil)
		if err != nil {
			return err
		}
		results := table.Single(publishedTable(l))
		if form.IsText() {
			return results.CSV(cmd.OutOrStdout())
		}
		return form.Show(cmd, results)
	}
	return cmd
}

// publishedTable returns a table of the numbers that sources report for an experiment.
func publishedTable(l *configs.LoadedConfig) *table.Table {
	t := &table.Table{Name: "published", Columns: append(append(table.Left("of", "measure"), table.Right("value", "within")...),
		table.Left("where", "source")...)}
	for _, p := range l.Published {
		value, tolerance := table.None, table.None
		if p.Subject != "" {
			value = strconv.FormatFloat(p.Value, 'f', -1, 64)
		}
		if p.HalfWidth != nil {
			tolerance = strconv.FormatFloat(*p.HalfWidth, 'f', -1, 64)
		}
		t.Add(p.Subject, p.Measure, value, tolerance, conditions(p.Where), p.Source)
	}
	return t
}

// conditions returns keys with their values as text, such as "gen.made=all train.gating=idf".
func conditions(where map[string]string) string {
	return strings.Join(lists.Map(slices.Sorted(maps.Keys(where)), func(key string) string { return key + "=" + where[key] }), " ")
}
