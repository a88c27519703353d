package configs

import (
	"math"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// ParsePatience parses train.patience, written 4 or "4 by 0.01". It returns the number of epochs without a better dev value after which a
// training stops (0: never), and the difference by which a value must be better.
func ParsePatience(text string) (epochs int, difference float64, err error) {
	number, least, hasLeast := strings.Cut(text, " by ")
	epochs, err = strconv.Atoi(strings.TrimSpace(number))
	isValid := err == nil && epochs >= 0
	if hasLeast {
		difference, err = numeral.Parse(strings.TrimSpace(least))
		isValid = isValid && err == nil && difference >= 0 && !math.IsInf(difference, 0) && epochs > 0 // 0 epochs need no difference
	}
	if !isValid {
		return 0, 0, errs.BadUsage("write a number of epochs, 0 to never stop early, or 4 by 0.01", "train.patience: %q", text)
	}
	return epochs, difference, nil
}
