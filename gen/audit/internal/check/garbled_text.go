package check

import (
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lazy"
)

var garbledText = Check{
	Code: "garbled-text", Severity: Warning,
	RowText: "holds garbled letters", RowsText: "hold garbled letters",
	About:    "A text holds UTF-8 that was once read as Latin-1 or Windows-1252 (Ã©, â€™), or U+FFFD, which replaces bytes that were lost.",
	Advice:   "Read the source again with its right encoding: with --encoding, if these files are the source.",
	Find:     func(in *Input) Found { return flagTexts(in, func(t *trainset.Text) bool { return t.Misread }) },
	Reason:   func(in *Input, f Flag) string { return "The " + role(in, f) + " holds letters of a wrong encoding." },
	Evidence: flaggedText,
	Mark:     lazy.Regexp(`â€.?|[\x{C2}-\x{F4}][\x{80}-\x{BF}\x{152}-\x{2122}]+|\x{FFFD}`),
}
