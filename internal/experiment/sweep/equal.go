package sweep

import (
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/chain/digest"
	"github.com/axiomine/axiomine/internal/experiment/settings"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// plannedText returns the number of cells of experiments, and the number of those that differ in their
// settings.
func plannedText(list []*experiment) (string, error) {
	var cells []digest.Cell
	for _, x := range list {
		grid, err := settings.NewGrid(x.config, x.given)
		if err != nil {
			return "", err
		}
		for _, s := range grid.Judged {
			c, err := bySettings(x.config, s, settings.WithoutAxioms)
			if err != nil {
				return "", err
			}
			if cells = append(cells, c); grid.AllowsNoAxioms && s.Value(settings.RestartKey, "0") == "0" {
				cells = append(cells, c) // the arm with axiomatic pairs may do without axioms
			}
		}
		for _, s := range grid.Augmented {
			c, err := bySettings(x.config, s, settings.WithPools)
			if err != nil {
				return "", err
			}
			cells = append(cells, c)
		}
	}
	different := digest.Different(digest.Equal(cells))
	return fmt.Sprintf("%s by their settings; cells that train on the same rows are named when they are trained, "+
		"and trainings that are the same to the order of the rows are run once",
		terminal.Different(len(cells), different, "cell", "cells")), nil
}

// bySettings returns a cell's digest by its settings alone. reduce removes the keys that its arm does
// not have.
func bySettings(base *configs.Config, s configs.Settings, reduce func(*configs.Config) *configs.Config) (digest.Cell, error) {
	c, err := s.Apply(base)
	if err != nil {
		return digest.Cell{}, err
	}
	return digest.Settings(reduce(c))
}
