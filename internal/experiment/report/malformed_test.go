package report

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/pagetest"
)

// Files that are no records of an experiment, with the exact message behind the file's name. In a case the parts of a whole
// record stand between bars: the text that is replaced, and by what.
func TestMalformedResult(t *testing.T) {
	var whole bytes.Buffer
	r := hand()
	if err := pagetest.JSON(r)(&whole); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{"", ": no record of an experiment: it is empty; hint: give the result.json that axiomine train wrote"},
		{"\n", ": no record of an experiment: it is empty; hint: give the result.json that axiomine train wrote"},
		{"{", ": no record of an experiment: it is cut off; hint: give the result.json that axiomine train wrote"},
		{"[]", ": no record of an experiment: it holds an array; hint: give the result.json that axiomine train wrote"},
		{"null", ": schema_version is 0, this tool reads 4; hint: write it again with axiomine train"},
		{"{}", ": schema_version is 0, this tool reads 4; hint: write it again with axiomine train"},
		{"result", ":1: no record of an experiment: invalid character 'r' looking for beginning of value; hint: give the result.json that " +
			"axiomine train wrote"},
		{"| \"title\"| \"tilte\"|",
			": no record of an experiment: unknown field \"tilte\"; hint: give the result.json that axiomine train wrote"},
		{"|\"schema_version\": 4|\"schema_version\": 99|", ": schema_version is 99, this tool reads 4; hint: write it again with axiomine train"},
		{"|\"schema_version\": 4|\"schema_version\": \"1\"|",
			": no record of an experiment: schema_version holds a string; hint: give the result.json that axiomine train wrote"},
		{"|\"main_measure\": \"MAP\"|\"main_measure\": \"map\"|",
			": main_measure \"map\" is not among the measures; hint: write it again with axiomine train"},
		{"|\"MRR\",|\"MRR\", \"NDCG@x\",|", ": unknown measure \"NDCG@x\"; hint: did you mean ndcg?"},
		{"|\"DRMM judged\": {|\"\": {|", ": system name \"\" is empty or not unique; hint: write it again with axiomine train"},
		{"|\"DRMM judged\": {|\"BM25\": {|", ": system name \"BM25\" is empty or not unique; hint: write it again with axiomine train"},
		{"|\"DRMM judged\": {|\"DRMM judged\": 5, \"x\": {|",
			": no record of an experiment: arms holds a number; hint: give the result.json that axiomine train wrote"},
		{"|\"epoch\": 1|\"epoch\": 0|", ": epoch 0 of \"DRMM judged\" with seed 42 is out of bounds; hint: write it again with axiomine train"},
		{"|\"epoch\": 1|\"epoch\": \"one\"|",
			": no record of an experiment: arms.seeds.training.epoch holds a string; hint: give the result.json that axiomine train wrote"},
		{"|\"MAP\": 0.5|\"MAP\": 1e99|", ": scores of \"BM25\" are out of bounds; hint: write it again with axiomine train"},
		{"|\"length_skew\": 0.25|\"length_skew\": 2|", ": pool \"tfc1\" has numbers out of bounds; hint: write it again with axiomine train"},
		{"|\"fulfilled\": 100|\"fulfilled\": 101|",
			": \"BM25\" fulfils 101 of 100 instances of \"tfc1\"; hint: write it again with axiomine train"},
		{"|\"fulfilled\": 100|\"fulfilled\": -1|",
			": \"BM25\" fulfils -1 of 100 instances of \"tfc1\"; hint: write it again with axiomine train"},
		{"|\"seed\": 42|\"seed\": -1|",
			": no record of an experiment: arms.seeds.seed holds a number -1; hint: give the result.json that axiomine train wrote"},
		{"|\"documents\": 1234|\"documents\": 12.5|",
			": no record of an experiment: protocol.documents holds a number 12.5; hint: give the result.json that axiomine train wrote"},
		{"|\"protocol\": {|\"protocol\": [|",
			":14: no record of an experiment: invalid character ':' after array element; hint: give the result.json that axiomine train wrote"},
		{"|\"tests\": [|\"tests\": [{\"a\": \"x\"},|",
			": test of \"\" against \"x\" names a system that is not in the record; hint: write it again with axiomine train"},
	} {
		text := c[0]
		if parts := strings.Split(text, "|"); len(parts) == 4 {
			if text = strings.Replace(whole.String(), parts[1], parts[2], 1); text == whole.String() {
				t.Errorf("%s is not in a record", parts[1])
			}
		}
		_, err := Read(folder(t, r, text), "out/result.json")
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != "out/result.json"+c[1] {
			t.Errorf("\t\t{%q, %q},", c[0], strings.TrimPrefix(fmt.Sprint(err), "out/result.json"))
		}
	}
}

func TestFolderIsNoRecord(t *testing.T) {
	if _, err := Read(os.DirFS(t.TempDir()), "."); err == nil || errs.ExitCode(err) != 3 || !strings.Contains(err.Error(), "it is a folder") {
		t.Errorf("%v", err)
	}
}
