package progress

import (
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
)

// Level is how much a line matters.
type Level int

const (
	Debug Level = iota
	Info
	Warning
	Error
)

var levelNames = []string{"debug", "info", "warn", "error"}

// Levels lists the names of the levels.
func Levels() []string { return slices.Clone(levelNames) }

func (l Level) String() string { return levelNames[l] }

// ParseLevel reads error, warn, info or debug.
func ParseLevel(text string) (Level, error) {
	for l, name := range levelNames {
		if text == name {
			return Level(l), nil
		}
	}
	return Info, errs.BadUsage(errs.Suggestion(text, Levels()...)+"use error, warn, info or debug", "unknown log level %q", text)
}
