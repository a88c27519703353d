package shard

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestCurriculum writes rows in phases and finds them in phases, in each kind of file whose rows name their pair; the card tells the
// order.
func TestCurriculum(t *testing.T) {
	_, in := mixedSample(t)
	in.Manifest.Order = Curriculum
	judged := map[string]bool{}
	for i := range in.Splits {
		sortPairs(&in.Splits[i], func(a, b pairs.Pair) int { return cmp.Compare(a.Source, b.Source) }) // axiom, judged
		for _, p := range in.Splits[i].Pairs.All() {
			judged[p.UID] = p.Source == pairs.Judged
		}
	}
	o := allFormats()
	o.Formats = []string{"parquet", "jsonl", "matchzoo"}
	dir, _ := mustWrite(t, in, o)
	all := files(t, dir)
	must.Contain(t, all[cardName], "two phases")
	uids := map[string][]string{}
	for _, r := range readAll[mixed](t, dir, "mixed", "train") {
		uids["mixed"] = append(uids["mixed"], *r.UID)
	}
	for folder, uid := range map[string]string{"jsonl/train": `"uid":"([0-9a-f]{16})"`, "matchzoo-ranking/train": `(?m)^q/[^/]*/([0-9a-f]{16}),`} {
		for _, name := range sortedNames(all) {
			if strings.HasPrefix(name, folder) {
				for _, m := range regexp.MustCompile(uid).FindAllStringSubmatch(all[name], -1) {
					uids[folder] = append(uids[folder], m[1])
				}
			}
		}
	}
	for folder, list := range uids {
		if !slices.IsSortedFunc(list, func(a, b string) int {
			return cmp.Compare(fmt.Sprint(judged[a]), fmt.Sprint(judged[b])) // false, true
		}) {
			t.Errorf("%s mixes the phases", folder)
		}
	}
	if len(uids) != 3 {
		t.Errorf("%d folders of rows", len(uids))
	}
}
