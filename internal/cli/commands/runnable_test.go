package commands

import "github.com/spf13/cobra"

// runnable returns the commands that do something.
func runnable(cmd *cobra.Command) (list []*cobra.Command) {
	if cmd.Runnable() {
		list = append(list, cmd)
	}
	for _, child := range cmd.Commands() {
		list = append(list, runnable(child)...)
	}
	return list
}
