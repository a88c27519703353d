package arms

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/train/drawing"
)

// fileName is the name of an arm's training in files: the arm in plain letters, seed, fold.
func fileName(arm string, at drawing.Draw) string {
	name := Slug(arm) + fmt.Sprintf(".%d", at.Seed)
	if at.Fold.Number > 0 {
		name += fmt.Sprintf(".fold%d", at.Fold.Number)
	}
	return name
}

// Slug is a system's name in small letters and digits.
func Slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}
