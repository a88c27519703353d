package shard

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestLibsvmForTrainers: no comment for CatBoost's reader, which takes # for a feature; grades that a map names are others, in
// the judgements too; a grade above 31, which no exponential gain takes, is refused with what maps it.
func TestLibsvmForTrainers(t *testing.T) {
	c := shardtest.NewCollection(t, 5, 20)
	made := func(change func(o *Options), grade int) (map[string]string, error) {
		in := inputOf(c, Split{Name: "train", Pairs: pairs.TableOf(c.Pairs(8, 1))})
		lists := *toLearn
		lists.Queries = append(lists.Queries[:0:0], lists.Queries...)
		docs := append(lists.Queries[0].Docs[:0:0], lists.Queries[0].Docs...)
		docs[0].Grade = grade
		lists.Queries[0].Docs = docs
		in.Lists = &lists
		o := Defaults()
		o.Formats = []string{"libsvm"}
		change(&o)
		dir := t.TempDir()
		_, err := write(t, dir, result.Fresh, in, o)
		return files(t, dir), err
	}
	plain, err := made(func(*Options) {}, 7)
	if err != nil {
		t.Fatal(err)
	}
	bare, err := made(func(o *Options) { o.Comments = "none" }, 7)
	if err != nil {
		t.Fatal(err)
	}
	mapped, err := made(func(o *Options) { o.MapGrades = "100=7" }, 100)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for name, text := range plain {
		if !strings.HasPrefix(name, "libsvm/") {
			continue
		}
		seen++
		if mapped[name] != text {
			t.Errorf("%s: grade 100 mapped to 7 is not grade 7", name)
		}
		if strings.Contains(name, "-of-") {
			var want strings.Builder
			for line := range strings.Lines(text) {
				data, _, _ := strings.Cut(line, " # ")
				want.WriteString(data + "\n")
			}
			if bare[name] != want.String() {
				t.Errorf("%s without comments:\n%s\nwant\n%s", name, bare[name], want.String())
			}
		}
	}
	if seen < 3 {
		t.Fatalf("%d files of libsvm", seen)
	}
	_, err = made(func(*Options) {}, 32)
	if err == nil || errs.ExitCode(err) != 3 || !strings.Contains(err.Error(), "--set map_grades=32=3") {
		t.Errorf("grade 32: %v", err)
	}
	for _, bad := range []string{"1", "1=32", "1=-1", "x=1", "1=1,1=2"} {
		if _, err := made(func(o *Options) { o.MapGrades = bad }, 1); err == nil {
			t.Errorf("the map %q is taken", bad)
		}
	}
}
