package keystest

import "github.com/spf13/cobra"

// Runnable returns the commands that do something.
func Runnable(cmd *cobra.Command) (list []*cobra.Command) {
	if cmd.Runnable() {
		list = append(list, cmd)
	}
	for _, child := range cmd.Commands() {
		list = append(list, Runnable(child)...)
	}
	return list
}
