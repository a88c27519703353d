package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Help prints what a command is: what it does, examples to copy, its verbs and its flags. For -h these are the flags that matter most,
// in no more than briefLines lines; for --help all of them. Cobra hands it to every command below the one it is set on.
func Help(cmd *cobra.Command, args []string) {
	text := fullHelp(cmd)
	if slices.Contains(args, "-h") {
		text = briefHelp(cmd)
	}
	fmt.Fprint(cmd.OutOrStdout(), text)
}

// briefLines is the length of what -h prints.
const briefLines = 30

// briefHelp names verbs alone where their descriptions take too many lines.
func briefHelp(cmd *cobra.Command) string {
	flags := mattering(cmd)
	intro, rest := opening(cmd)+"\nUsage: "+usage(cmd)+"\n", "\n"+briefly(groupsOf(flags))+more(cmd, len(flags))
	if text := intro + verbs(cmd) + rest; strings.Count(text, "\n") <= briefLines {
		return text
	}
	return intro + verbNames(cmd) + rest
}

// usage returns a command with its arguments, as one writes it.
func usage(cmd *cobra.Command) string {
	if _, isNoun := cmd.Annotations[nounNote]; isNoun {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine()
}

// fullHelp returns the long description and all flags, too. Of many flags those of -h come first.
func fullHelp(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString(opening(cmd))
	if cmd.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", paragraphs(cmd.Long))
	}
	groups, rest := []flagGroup(nil), allFlags(cmd)
	if _, ok := cmd.Annotations[matterNote]; ok {
		first := mattering(cmd)
		groups = append(groups, flagGroup{heading: firstHeading, flags: first})
		rest = slices.DeleteFunc(rest, func(f *pflag.Flag) bool { return slices.Contains(first, f) })
	}
	fmt.Fprintf(&b, "\nUsage:\n  %s\n%s%s", usage(cmd), verbs(cmd), listFlags(append(groups, groupsOf(rest)...)))
	return b.String()
}

// opening returns what a command does, and its examples.
func opening(cmd *cobra.Command) string {
	return strings.Join(wrap(cmd.Short, width), "\n") + "\n\nExamples:\n" + examples(cmd.Example) + "\n"
}

// more returns where there is more to read.
func more(cmd *cobra.Command, numShown int) string {
	text := "\nWords explained: axiomine help.\n"
	if all := len(allFlags(cmd)); all > numShown {
		text = fmt.Sprintf("\nAll %s: %s --help. Words explained: axiomine help.\n", terminal.Plural(all, "flag", "flags"), cmd.CommandPath())
	}
	if cmd.Flags().Lookup(configs.SetFlag) != nil {
		text += "All keys, as --set KEY=VALUE: axiomine help keys.\n"
	}
	return text
}

func available(cmd *cobra.Command) (list []*cobra.Command) {
	for _, verb := range cmd.Commands() {
		if verb.IsAvailableCommand() {
			list = append(list, verb)
		}
	}
	return list
}

// verbs lists a command's verbs with what they do.
func verbs(cmd *cobra.Command) string {
	list := available(cmd)
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nCommands:\n")
	for _, verb := range list {
		room := verb.NamePadding() + 3
		text := strings.Join(wrap(verb.Short, width-room), "\n"+strings.Repeat(" ", room))
		fmt.Fprintf(&b, "  %-*s %s\n", room-3, verb.Name(), text)
	}
	return b.String()
}

// verbNames lists the names of a command's verbs alone.
func verbNames(cmd *cobra.Command) string {
	var names []string
	for _, verb := range available(cmd) {
		names = append(names, verb.Name())
	}
	if len(names) == 0 {
		return ""
	}
	return "\n" + strings.Join(wrap("Commands: "+strings.Join(names, ", "), width), "\n") + "\n"
}

// Completion returns the command completion SHELL: a script that completes commands, flags and their values.
func Completion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{Use: "completion bash|zsh|fish|powershell", Short: "print a script for a shell that completes commands and flags",
		Args: Args(1, 1, "one shell"), ValidArgs: shells,
		Example: "  source <(axiomine completion bash)\n  axiomine completion zsh > \"${fpath[1]}/_axiomine\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return errs.BadUsage("did you mean "+errs.Nearest(args[0], shells)+"?", "no completion for %q", args[0])
		}}
}
