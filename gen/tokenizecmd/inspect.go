package tokenizecmd

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

// inspect shows a data directory as a trainer sees it.
func inspect(page Page) *cobra.Command {
	var common command.Common
	var asJSON bool
	var rows int
	var figure string
	cmd := &cobra.Command{Use: "inspect DIR", Short: "show a data directory as a trainer sees it: rows, lengths, truncation, mixture, duplicates", Args: command.Args(1, 1, "a directory with a manifest.json"),
		Example: "  axiomine tokenize inspect OUT/shards\n  axiomine tokenize inspect --rows 2 --json --figure shards.html OUT/shards",
		RunE: func(cmd *cobra.Command, args []string) error {
			if rows < 0 {
				return fault.BadUsage("give 0 or more", "--rows %d is negative", rows)
			}
			printer, err := common.Printer()
			if err != nil {
				return err
			}
			st := printer.Stage("inspect", "shards", 0)
			s, err := shard.Inspect(cmd.Context(), args[0], rows, st)
			st.Done()
			if err != nil {
				return err
			}
			if figure != "" {
				command := cmd.CommandPath() + " --figure " + filepath.Base(figure) + " " + filepath.Base(args[0])
				if err := writeFile(figure, func(w io.Writer) error { return page(w, s, command) }); err != nil {
					return err
				}
			}
			if asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				enc.SetEscapeHTML(false)
				return enc.Encode(s)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), s)
			return err
		}}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object instead of text")
	cmd.Flags().StringVar(&figure, "figure", "", "draw lengths, mixture and duplicates into this HTML file too")
	cmd.Flags().IntVar(&rows, "rows", 3, "rows shown of each folder")
	common.AddSpeech(cmd)
	return cmd
}

// verify holds a data directory against its manifest.
func verify() *cobra.Command {
	var common command.Common
	var asJSON bool
	cmd := &cobra.Command{Use: "verify DIR", Short: "recompute checksums, counts, columns, mixture and evenness of a data directory", Args: command.Args(1, 1, "a directory with a manifest.json"),
		Example: "  axiomine tokenize verify OUT/shards\n  axiomine tokenize verify --json OUT/shards",
		RunE: func(cmd *cobra.Command, args []string) error {
			printer, err := common.Printer()
			if err != nil {
				return err
			}
			st := printer.Stage("verify", "shards", 0)
			check, err := shard.Verify(cmd.Context(), args[0], st)
			st.Done()
			if check == nil {
				return err
			}
			out := cmd.OutOrStdout()
			if asJSON {
				if e := json.NewEncoder(out).Encode(check); e != nil {
					return e
				}
				return err
			}
			for _, d := range check.Differences {
				fmt.Fprintln(out, d)
			}
			for _, u := range check.Uneven {
				printer.Warn("%s", u)
			}
			if err == nil {
				_, err = fmt.Fprintf(out, "%d shards, %d rows, %d bytes: as the manifest says\n", check.Shards, check.Rows, check.Bytes)
			}
			return err
		}}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object instead of text")
	common.AddSpeech(cmd)
	return cmd
}
