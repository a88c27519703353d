// Package configscmd is the noun configs of the command line: presets, effective values, validation, published numbers.
package configscmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/spf13/cobra"
)

// New gives the noun with its verbs. refuse finds what the stages would not take of a configuration; plan says what an experiment
// would do with the collection that it names.
func New(refuse func(*configs.Config) error, plan func(context.Context, *configs.Loaded) ([]string, error)) *cobra.Command {
	return command.Noun("configs", "presets, effective values and their origins",
		list(), show(plan), check(refuse), schema(), reference(), published())
}

func list() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "name the presets, by the study whose experiments they are", Args: command.NoArgs(),
		Example: "  axiomine configs list\n  axiomine configs show -c wikiqa",
		RunE: func(cmd *cobra.Command, _ []string) error {
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
			_, err := io.WriteString(cmd.OutOrStdout(), text.String())
			return err
		},
	}
}

func show(plan func(context.Context, *configs.Loaded) ([]string, error)) *cobra.Command {
	var common command.Common
	cmd := &cobra.Command{
		Use: "show", Short: "print the effective values and where each comes from, as a configuration file", Args: command.NoArgs(),
		Example: "  axiomine configs show -c wikiqa\n  axiomine configs show -c wikiqa --ratio 4:1 > mine.yaml",
		RunE: func(cmd *cobra.Command, _ []string) error {
			loaded, err := common.Load(cmd, "")
			if err != nil {
				return err
			}
			if err := loaded.Write(cmd.OutOrStdout()); err != nil || loaded.Gen.Data == "" {
				return err
			}
			lines, err := plan(cmd.Context(), loaded)
			if err != nil {
				lines = []string{"no experiment with this collection: " + err.Error()}
			}
			for _, line := range lines {
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "# an experiment (axiomine train): %s\n", line); err != nil {
					return err
				}
			}
			return nil
		},
	}
	common.AddConfig(cmd, "gen", "tokenize", "train")
	return cmd
}

func check(refuse func(*configs.Config) error) *cobra.Command {
	return &cobra.Command{
		Use: "check FILE...", Short: "read configuration files and name what is wrong with them", Args: command.Args(1, -1, "a file or preset"),
		Example: "  axiomine configs check mine.yaml\n  axiomine configs check wikiqa",
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				loaded, err := configs.Load(name, nil)
				if err != nil {
					return err
				}
				if err := refuse(&loaded.Config); err != nil {
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

func schema() *cobra.Command {
	return &cobra.Command{
		Use: "schema", Short: "print the JSON Schema of a configuration file, by which editors complete and check it", Args: command.NoArgs(),
		Example: "  axiomine configs schema\n  axiomine configs schema > axiomine.schema.json",
		RunE:    func(cmd *cobra.Command, _ []string) error { return configs.WriteSchema(cmd.OutOrStdout()) },
	}
}

func reference() *cobra.Command {
	return &cobra.Command{
		Use: "reference", Short: "print the page of all keys, in Markdown", Args: command.NoArgs(),
		Example: "  axiomine configs reference\n  axiomine configs reference > keys.md",
		RunE:    func(cmd *cobra.Command, _ []string) error { return configs.WriteReference(cmd.OutOrStdout()) },
	}
}
