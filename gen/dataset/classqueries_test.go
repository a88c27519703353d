package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

// TestMoreQueries: others that share no word with the used ones, as many as are asked; fewer are among more.
func TestMoreQueries(t *testing.T) {
	var queries []mine.Query
	for _, word := range strings.Fields("a b c d e f g h") {
		queries = append(queries, mine.Query{ID: word, Text: word + " " + word + word})
	}
	used := []mine.Query{{ID: "x", Text: "a"}, {ID: "y", Text: "bb"}}
	three, nine := moreQueries(queries, used, 3, 7), moreQueries(queries, used, 9, 7)
	if len(three) != 3 || len(nine) != 6 {
		t.Errorf("%d and %d queries, want 3 and 6", len(three), len(nine))
	}
	for _, q := range three {
		if q.ID == "a" || q.ID == "b" || !slices.ContainsFunc(nine, func(other mine.Query) bool { return other.ID == q.ID }) {
			t.Errorf("%s shares a word, or is not among more", q.ID)
		}
	}
}

// TestClassQueries: the labels in use are those of training queries, and the queries that two splits share come once.
func TestClassQueries(t *testing.T) {
	queries := func(ids ...string) (list []mine.Query) {
		for _, id := range ids {
			list = append(list, mine.Query{ID: id})
		}
		return list
	}
	splits := []prepare.Split{{Name: "train", Queries: queries("a", "b")}, {Name: "dev", Queries: queries("b", "c")}}
	c := chaintest.Config(t, func(c *configs.Config) { c.Gen.ClassQueries = "train=2, dev=3" })
	d := &Drawer{Queries: splits[0].Queries, Labels: []bool{true, false}}
	report := &account.Report{}
	got, err := classDrawer(&c.Gen, splits, d, "train", report)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for i, q := range got.Queries {
		text += fmt.Sprintf("%s %v, ", q.ID, got.Labels[i])
	}
	if text != "a true, b false, c false, " {
		t.Errorf("queries and labels: %s", text)
	}
	if len(report.Warnings) != 1 || report.Warnings[0] != "class_queries: dev=3 wanted, 2 there" || len(report.Unmet()) != 1 ||
		report.Unmet()[0].Wanted != 3 || report.Unmet()[0].There != 2 {
		t.Errorf("%q, %+v", report.Warnings, report.Unmet())
	}
}

// TestWithoutQueries: the queries that are left are those of other ids, in their order.
func TestWithoutQueries(t *testing.T) {
	a, b, c := mine.Query{ID: "a"}, mine.Query{ID: "b"}, mine.Query{ID: "c"}
	left := withoutQueries([]mine.Query{a, b, c}, []mine.Query{b, {ID: "d"}})
	if len(left) != 2 || left[0].ID != "a" || left[1].ID != "c" {
		t.Errorf("%+v are left, want a and c", left)
	}
}
