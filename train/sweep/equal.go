package sweep

import (
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/digest"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/settings"
)

// plannedText returns the number of cells of experiments, and the number of those that differ in their
// settings.
func plannedText(list []*experiment) (string, error) {
	var cells []digest.Cell
	// reduce removes the keys that the arm of a cell does not have.
	add := func(x *experiment, s configs.Settings, reduce func(*configs.Config) *configs.Config) error {
		c, err := s.Apply(x.config)
		if err == nil {
			var cell digest.Cell
			cell, err = digest.Settings(reduce(c))
			cells = append(cells, cell)
		}
		return err
	}
	for _, x := range list {
		grid, err := settings.NewGrid(x.config, x.given)
		if err != nil {
			return "", err
		}
		for _, s := range grid.Judged {
			if err := add(x, s, settings.WithoutAxioms); err != nil {
				return "", err
			}
			if grid.AllowsNoAxioms && s.Value(settings.RestartKey, "0") == "0" {
				cells = append(cells, cells[len(cells)-1]) // the arm with axiomatic pairs may do without axioms
			}
		}
		for _, s := range grid.Augmented {
			if err := add(x, s, settings.WithPools); err != nil {
				return "", err
			}
		}
	}
	different := digest.Different(digest.Equal(cells))
	return fmt.Sprintf("%s by their settings; cells that train on the same rows are named when they are trained, "+
		"and trainings that are the same to the order of the rows are run once",
		terminal.Different(len(cells), different, "cell", "cells")), nil
}
