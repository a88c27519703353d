package stage

import "github.com/axiomine/axiomine/internal/ui/progress"

// Steps are what a person sees of the way to some goals, in order: the stages with a title that they need, as far as they run.
func Steps(runs func(Name) bool, goals ...Name) []progress.Step {
	needed := map[Name]bool{}
	for _, goal := range goals {
		need(goal, runs, needed)
	}
	var steps []progress.Step
	for _, s := range Table {
		if needed[s.Name] && s.Title != "" && !needed[s.Pass] {
			steps = append(steps, progress.Step{Name: string(s.Name), Title: s.Title})
		}
	}
	return steps
}

// need collects a stage and those that it needs.
func need(name Name, runs func(Name) bool, needed map[Name]bool) {
	if !runs(name) {
		return
	}
	needed[name] = true
	for _, n := range of(name).Needs {
		need(n, runs, needed)
	}
}
