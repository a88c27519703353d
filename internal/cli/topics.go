package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// HelpCommand returns the command help TOPIC or help COMMAND..: a page, or the help of a command. Without an argument it lists the topics.
// What is neither is refused.
func HelpCommand(topics []manual.Page) *cobra.Command {
	cmd := &cobra.Command{Use: "help [TOPIC|COMMAND..]", Short: "explain a word or a file, or show a command's flags",
		Example: "  axiomine help ratio\n  axiomine help train eval"}
	for _, t := range topics {
		cmd.ValidArgs = append(cmd.ValidArgs, t.Name)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			fmt.Fprint(cmd.OutOrStdout(), topicList(topics))
			return nil
		}
		if i := slices.IndexFunc(topics, func(t manual.Page) bool { return t.Name == topicName(args[0]) }); i >= 0 && len(args) == 1 {
			fmt.Fprint(cmd.OutOrStdout(), topics[i].Text(width))
			return nil
		}
		command, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			var words []string
			if !command.HasParent() {
				words = cmd.ValidArgs
			}
			if pages := pagesWith(topics, rest[0]); len(words) > 0 && len(pages) > 0 && errs.Suggestion(rest[0], words...) == "" {
				return errs.BadUsage("the word is in axiomine help "+strings.Join(pages, ", axiomine help "), "no topic is called %q", rest[0])
			}
			return unknownCommand(command, rest[0], words)
		}
		return command.Help()
	}
	return cmd
}

// pagesWith returns the first topics, three at most, whose pages hold a word: first those that say so in their line, then the page that
// explains words.
func pagesWith(topics []manual.Page, word string) (names []string) {
	pattern := regexp.MustCompile(`(?i)(^|[^\w-])` + regexp.QuoteMeta(word) + `s?($|[^\w-])`)
	var ranks [3][]string
	for _, t := range topics {
		switch {
		case pattern.MatchString(t.Short):
			ranks[0] = append(ranks[0], t.Name)
		case !pattern.MatchString(t.Text(0)):
		case t.Name == "words":
			ranks[1] = append(ranks[1], t.Name)
		default:
			ranks[2] = append(ranks[2], t.Name)
		}
	}
	names = slices.Concat(ranks[:]...)
	return names[:min(3, len(names))]
}

// topicName returns the name of a page that is asked for by the name of a flag or of a file, too.
func topicName(word string) string {
	name := strings.ToLower(word)
	switch {
	case strings.HasSuffix(name, ".json"):
		return "records"
	case name == "delta-star", name == "delta_star":
		return "axioms"
	}
	return name
}

// topicList names the pages.
func topicList(topics []manual.Page) string {
	var b strings.Builder
	b.WriteString("Topics (axiomine help TOPIC):\n")
	for _, t := range topics {
		fmt.Fprintf(&b, "  %-16s %s\n", t.Name, t.Short)
	}
	b.WriteString("\nThe commands: axiomine -h, axiomine COMMAND -h, axiomine COMMAND --help.\n")
	return b.String()
}

// Man returns the command man DIR: it writes a manual page in roff for every command (section 1) and every topic of help (section 7). The
// pages hold no date, so that the same program writes the same bytes.
func Man(topics []manual.Page) *cobra.Command {
	return &cobra.Command{Use: "man DIR", Short: "write the manual pages, for man", Hidden: true, Args: Args(1, 1, "a folder"),
		Example: "  axiomine man dist/man\n  axiomine man /usr/local/share/man",
		RunE: func(cmd *cobra.Command, args []string) error {
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
		}}
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
