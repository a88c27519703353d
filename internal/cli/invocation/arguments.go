package invocation

import (
	"encoding/json"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
)

// Arguments returns the arguments of the command line. A single @FILE stands for those that the file holds as a JSON list of texts: there
// they can be longer than a command line, and hold any character.
func Arguments(args []string) ([]string, error) {
	if len(args) != 1 || !strings.HasPrefix(args[0], "@") {
		return args, nil
	}
	path := args[0][1:]
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return nil, errs.BadInput(path, 0, "it holds the arguments of a command", "cannot be read: %v", err)
	}
	var list []string
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, errs.BadInput(path, 0, `write ["gen", "inspect", "-h"]`, "is no JSON list of texts: %v", err)
	}
	return list, nil
}
