package configs

import "strings"

// List gives the entries of a value that is a list separated by commas, without the spaces around them; empty ones are left out.
func List(text string) []string {
	var out []string
	for _, entry := range strings.Split(text, ",") {
		if entry = strings.TrimSpace(entry); entry != "" {
			out = append(out, entry)
		}
	}
	return out
}
