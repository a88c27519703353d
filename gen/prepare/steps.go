package prepare

import (
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/stage"
)

// Steps are the steps of the run on its way to some stages, for its progress.
func (p *Prepared) Steps(goals ...stage.Name) []progress.Step { return stage.Steps(p.runs, goals...) }

// runs says of the stages that can do without work whether they have any.
func (p *Prepared) runs(name stage.Name) bool {
	switch name {
	case stage.Index:
		return p.Config.Gen.Index == ""
	case stage.Vectors:
		source, err := VectorsSource(&p.Config.Gen)
		return err == nil && source != ""
	}
	return true
}
