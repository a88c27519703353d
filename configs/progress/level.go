package progress

import "github.com/axiomine/axiomine/configs/fault"

// Level is how much a line matters.
type Level int

const (
	Debug Level = iota
	Info
	Warning
	Error
)

var levelNames = []string{"debug", "info", "warn", "error"}

func (l Level) String() string { return levelNames[l] }

// ParseLevel reads error, warn, info or debug.
func ParseLevel(text string) (Level, error) {
	for l, name := range levelNames {
		if text == name {
			return Level(l), nil
		}
	}
	return Info, fault.BadUsage("use error, warn, info or debug", "unknown log level %q", text)
}
