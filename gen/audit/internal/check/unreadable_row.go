package check

import "github.com/axiomine/axiomine/internal/ui/terminal"

// UnreadableRow is the code of the finding that rows cannot be read.
const UnreadableRow = "unreadable-row"

var unreadableRow = Check{
	Code: UnreadableRow, Severity: Error,
	About:  "A row, or a line of the file, cannot be read: nothing else is known of it. audit.json has the reasons, each with its first places.",
	Advice: "Mend the lines that are named below: trainers read them otherwise, or stop. --strict stops at the first.",
	Find: func(in *Input) Found {
		if in.NotRead == 0 {
			return Found{}
		}
		all := in.NotRead + len(in.Set.Rows)
		return Found{Count: in.NotRead, Share: float64(in.NotRead) / float64(all),
			Title: terminal.Group(in.NotRead) + " of " + terminal.Plural(all, "row", "rows") + " cannot be read"}
	},
}
