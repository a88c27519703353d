package cli

import (
	"slices"

	"github.com/spf13/cobra"
)

// Verb is what a command does: a struct of its options that declares their flags and runs.
type Verb interface {
	// Flags declares the flags, which set the fields.
	Flags(cmd *cobra.Command)
	// Run does the work once flags and arguments are read.
	Run(cmd *cobra.Command, args []string) error
}

// New makes a command of a verb; cmd says its use, arguments and examples.
func New(v Verb, cmd *cobra.Command) *cobra.Command {
	v.Flags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkFilling(cmd); err != nil {
			return err
		}
		return v.Run(cmd, args)
	}
	return cmd
}

// NoFlags is a verb without options.
type NoFlags func(cmd *cobra.Command, args []string) error

// Flags declares none.
func (NoFlags) Flags(*cobra.Command) {}

// Run calls the function.
func (run NoFlags) Run(cmd *cobra.Command, args []string) error { return run(cmd, args) }

// AddAll declares -c with the keys of the given nouns, -o and its kin, --json and --csv, and --progress and its kin.
func (c *Common) AddAll(cmd *cobra.Command, nouns ...string) {
	c.AddConfig(cmd, nouns...)
	c.AddOutput(cmd)
	c.Form.Add(cmd)
	c.AddSpeech(cmd)
}

// Exclude returns names without some of them.
func Exclude(names []string, but ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(but, name) })
}
