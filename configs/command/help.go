package command

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/spf13/cobra"
)

// Help prints what a command is, for people who read from the top: examples to copy first, then what it does, how it is
// called, its verbs and its flags. Cobra hands it to every command below the one it is set on.
func Help(cmd *cobra.Command, _ []string) {
	var b strings.Builder
	if cmd.HasExample() {
		fmt.Fprintf(&b, "Examples:\n%s\n\n", cmd.Example)
	}
	fmt.Fprintf(&b, "%s\n", cmd.Short)
	if cmd.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", cmd.Long)
	}
	fmt.Fprintf(&b, "\nUsage:\n  %s\n", cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nCommands (%s COMMAND --help says more):\n", cmd.CommandPath())
		for _, verb := range cmd.Commands() {
			if verb.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s %s\n", verb.NamePadding(), verb.Name(), verb.Short)
			}
		}
	}
	if cmd.HasAvailableLocalFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", cmd.LocalFlags().FlagUsages())
	}
	fmt.Fprint(cmd.OutOrStdout(), b.String())
}

// HelpCommand is help COMMAND...; it refuses what is no command.
func HelpCommand() *cobra.Command {
	return &cobra.Command{Use: "help [COMMAND...]", Short: "show a command's examples, usage and flags",
		Example: "  axiomine help gen\n  axiomine help train eval",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(of, rest[0])
			}
			of.InitDefaultHelpFlag()
			of.InitDefaultVersionFlag()
			return of.Help()
		}}
}

// Completion is completion SHELL: a script that completes commands, flags and their values.
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
			return fault.BadUsage("did you mean "+fault.Nearest(args[0], shells)+"?", "no completion for %q", args[0])
		}}
}

// unknownCommand names the command below cmd that is spelled most like the word given.
func unknownCommand(cmd *cobra.Command, word string) error {
	var known []string
	for _, verb := range cmd.Commands() {
		if verb.IsAvailableCommand() {
			known = append(known, verb.Name())
		}
	}
	return fault.BadUsage(fmt.Sprintf("did you mean %s? see %s --help", fault.Nearest(word, known), cmd.CommandPath()),
		"unknown command %q for %s", word, cmd.CommandPath())
}
