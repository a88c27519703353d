package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// Man returns the command man DIR: it writes a manual page in roff for every command (section 1) and every topic of help (section 7). The
// pages hold no date, so that the same program writes the same bytes.
func Man(topics []Topic) *cobra.Command {
	return New(NoFlags(func(cmd *cobra.Command, args []string) error {
		pages := map[string]string{}
		commandPages(pages, cmd.Root())
		for _, t := range topics {
			name := "axiomine-" + t.Name
			pages[name+".7"] = manHead(name, "7", t.Short) + ".SH DESCRIPTION\n" + verbatim(t.Text(width-7))
		}
		if err := os.MkdirAll(args[0], 0o777); err != nil {
			return err
		}
		for name, page := range pages {
			if err := os.WriteFile(filepath.Join(args[0], name), []byte(page), 0o666); err != nil {
				return err
			}
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s in %s\n", terminal.Plural(len(pages), "manual page", "manual pages"), args[0])
		return nil
	}), &cobra.Command{Use: "man DIR", Short: "write the manual pages, for man", Hidden: true,
		Args: Args(1, 1, "a folder"), Example: "  axiomine man dist/man\n  axiomine man /usr/local/share/man"})
}

// commandPages adds the page of a command and of all below it.
func commandPages(pages map[string]string, cmd *cobra.Command) {
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	var b strings.Builder
	b.WriteString(manHead(name, "1", cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n%s\n", roff(cmd.UseLine()))
	if cmd.Long != "" {
		b.WriteString(".SH DESCRIPTION\n" + verbatim(paragraphs(cmd.Long)))
	}
	b.WriteString(".SH EXAMPLES\n" + verbatim(examples(cmd.Example)))
	commands := available(cmd)
	if len(commands) > 0 {
		b.WriteString(".SH COMMANDS\n")
	}
	for _, verb := range commands {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(verb.Name()), roff(verb.Short))
		commandPages(pages, verb)
	}
	for _, g := range groupsOf(allFlags(cmd)) {
		fmt.Fprintf(&b, ".SH %s\n", roff(strings.ToUpper(g.heading)))
		for _, f := range g.flags {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(flagTerm(f))), roff(flagText(f)))
		}
	}
	pages[name+".1"] = b.String()
}

// manHead returns the title and the name of a page.
func manHead(name, section, short string) string {
	return fmt.Sprintf(".TH %s %s \"\" \"axiomine %s\" \"axiomine\"\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), section,
		configs.Version, roff(name), roff(short))
}

// verbatim returns text whose lines stay as they are.
func verbatim(text string) string {
	return ".nf\n" + roff(strings.TrimRight(text, "\n")) + "\n.fi\n"
}

// roff returns text without what roff would take for a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
