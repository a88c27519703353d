package mine

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/cespare/xxhash/v2"
)

// Part is one of several shares of the queries, counted from 1. The hash of a query's id decides its share, so every machine knows its
// share without asking another. The zero Part holds every query.
type Part struct {
	Number int `json:"Number"`
	Parts  int `json:"Of"`
}

// ParsePart reads i/n, 1 <= i <= n.
func ParsePart(text string) (Part, error) {
	number, total, _ := strings.Cut(text, "/") // an empty total is no number
	i, errI := strconv.Atoi(number)
	n, errN := strconv.Atoi(total)
	if errI != nil || errN != nil || i < 1 || i > n {
		return Part{}, errs.BadUsage("write 2/7 for the second of seven", "%q is no part", text)
	}
	return Part{Number: i, Parts: n}, nil
}

// PartOf returns the number of the part that a query belongs to, from 1.
func PartOf(query string, parts int) int { return int(xxhash.Sum64String(query)%uint64(parts)) + 1 }

// Has reports whether a query belongs to the part.
func (p Part) Has(query string) bool { return p.Parts < 2 || PartOf(query, p.Parts) == p.Number }

func (p Part) String() string { return fmt.Sprintf("%d/%d", p.Number, p.Parts) }
