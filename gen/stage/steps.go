package stage

import "github.com/axiomine/axiomine/internal/ui/progress"

// Steps returns what a person sees of the way to some goals, in order: the stages with a title that they need, as far as they run.
func Steps(runs func(Name) bool, goals ...Name) []progress.Step {
	stages := map[Name]bool{}
	for _, goal := range goals {
		need(goal, runs, stages)
	}
	var steps []progress.Step
	for _, s := range Table {
		if stages[s.Name] && s.Title != "" && !stages[s.Pass] {
			steps = append(steps, progress.Step{Name: string(s.Name), Title: s.Title})
		}
	}
	return steps
}

// need collects a stage and those that it needs.
func need(name Name, runs func(Name) bool, stages map[Name]bool) {
	if !runs(name) {
		return
	}
	stages[name] = true
	for _, n := range find(name).Needs {
		need(n, runs, stages)
	}
}
