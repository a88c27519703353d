package arms

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/train/trial"
)

// fileName returns the name of an arm's training in files: the arm in plain letters, the seed and the
// fold.
func fileName(arm string, draw trial.Draw) string {
	name := Slug(arm) + fmt.Sprintf(".%d", draw.Seed)
	if draw.Fold.Number > 0 {
		name += fmt.Sprintf(".fold%d", draw.Fold.Number)
	}
	return name
}

// Slug returns a system's name in small letters, digits and hyphens.
func Slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}
