package shard

import (
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Hub holds what the card tells the Hugging Face Hub about the texts. Only their owner knows it.
type Hub struct {
	License   string   // by the Hub's identifier: mit, cc-by-sa-4.0; other or other:NAME for a licence without an identifier; "": unknown
	Languages []string // by ISO 639 code: en, or und for undetermined; nil: und
}

var (
	licenceName = regexp.MustCompile(`^[a-z0-9]+([.-][a-z0-9]+)*$`)
	languageID  = regexp.MustCompile(`^([a-z]{2,3}|code|multilingual)$`)
)

// Validate returns an error for a licence that is not in the Hub's list, unless it has the form
// other:NAME. It checks the form of the languages, whose list only the Hub has.
func (h Hub) Validate() error {
	id, name, hasName := strings.Cut(h.license(), ":")
	switch {
	case !slices.Contains(Licences, id), hasName && id != otherLicence:
		return errs.BadUsage(errs.Suggestion(id, Licences...)+"use an identifier of the Hub's list, such as mit, cc-by-sa-4.0 or unknown, or "+
			"other:NAME for a licence that is not there", "card_license: %q", h.License)
	case hasName && !licenceName.MatchString(name):
		return errs.BadUsage("use small letters, digits, - and .", "card_license: %q is no name of a licence", name)
	}
	for _, code := range h.Languages {
		if !languageID.MatchString(code) {
			return errs.BadUsage("use codes of ISO 639, such as en or de, separated by commas", "card_language: %q", code)
		}
	}
	return nil
}

func (h Hub) license() string {
	if h.License == "" {
		return "unknown"
	}
	return h.License
}

// licenseLines returns the card's lines license, and license_name for a licence without an
// identifier.
func (h Hub) licenseLines() string {
	if id, name, hasName := strings.Cut(h.license(), ":"); hasName {
		return "license: " + id + "\nlicense_name: " + name
	}
	return "license: " + h.license()
}

func (h Hub) languages() []string {
	if len(h.Languages) == 0 {
		return []string{"und"}
	}
	return h.Languages
}

// sizeCategories are the Hub's, each with the smallest number of rows above it.
var sizeCategories = []struct {
	name  string
	limit int
}{{"n<1K", 1e3}, {"1K<n<10K", 1e4}, {"10K<n<100K", 1e5}, {"100K<n<1M", 1e6}, {"1M<n<10M", 1e7}, {"10M<n<100M", 1e8},
	{"100M<n<1B", 1e9}, {"1B<n<10B", 1e10}, {"10B<n<100B", 1e11}, {"100B<n<1T", 1e12}}

func sizeCategory(rows int) string {
	for _, c := range sizeCategories {
		if rows < c.limit {
			return c.name
		}
	}
	return "n>1T"
}
