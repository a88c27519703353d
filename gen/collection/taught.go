package collection

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// listUntaught adds to Unread the teacher's scores of rows, unless an output format teaches them. Without an output format it adds none.
func (c *Collection) listUntaught(t *configs.Tokenize) {
	formats := configs.List(t.OutputFormat)
	if !c.Layout.Taught || len(formats) == 0 {
		return
	}
	o := shard.Defaults()
	if slices.Contains(formats, "template") {
		o.Template, _ = shard.TemplateText(t.Template) // the writer of shards returns its error
	}
	part := "scores of the rows"
	if c.OwnCandidates {
		part = "scores of the rows as labels" // as numbers they order the candidates
	}
	teaching := shard.Readers("scores", o)
	switch {
	case !slices.ContainsFunc(formats, func(name string) bool { return slices.Contains(teaching, name) }):
		c.Layout.Unread.Leave(part, "only these output formats teach them: "+strings.Join(teaching, ", "))
	case t.Scores != "":
		c.Layout.Unread.Leave(part, "--scores names the scores that are taught")
	}
}
