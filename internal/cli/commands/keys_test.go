package commands

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/spf13/cobra"
)

// walked is a command whose keys are walked: its line, in which DIR is the folder of the collections, CONFIG the scene's file, SCENE the
// scene's name and OUT a folder that is not there.
type walked struct {
	line   string
	scenes []scene
	asks   map[string]string // by scene: what ASK stands for; · is a space in a word
	once   bool              // an effect in one scene is enough: the command is about one query and two documents, and few keys reach them
}

// walkedCommands returns the commands that take keys. The first is that of a short test.
func walkedCommands(dir string) []walked {
	all, grid := scenes(dir), grids(dir)
	return []walked{
		{line: "gen -c CONFIG -q -o OUT", scenes: all},
		{line: "gen index -c CONFIG -q -o OUT", scenes: all},
		{line: "gen inspect -c CONFIG -q", scenes: all},
		{line: "gen retrieve -c CONFIG -q -o OUT", scenes: all},
		{line: "gen mine -c CONFIG -q -o OUT", scenes: all},
		{line: "gen sample -c CONFIG -q -o OUT", scenes: all},
		{line: "gen sweep -c CONFIG -q -o OUT", scenes: grid},
		{line: "serve -c CONFIG -q", scenes: all},
		{line: "tokenize shards DIR/made-SCENE -q -o OUT", scenes: all},
		{line: "train -c CONFIG -q -o OUT", scenes: all},
		{line: "train rerank --model DIR/trained-SCENE/models/judged.42.json ASK -c CONFIG -q", scenes: all, asks: phrases},
		{line: "train sweep -c CONFIG -q -o OUT", scenes: grid},
		{line: "demo -c CONFIG -q -o OUT", scenes: demos()},
		{line: "axioms diagnose DIR/run.txt -c CONFIG -q -o OUT", scenes: all},
		{line: "axioms explain tfc1,stmc1,reg,lnc2(variant=camara),oracle,orig ASK --vectors DIR/vectors.txt -c CONFIG", scenes: all,
			asks: texts, once: true},
		{line: "configs show -c CONFIG", scenes: all},
	}
}

// texts are what axioms explain is asked about: topics and documents by their ids, and texts.
var texts = map[string]string{
	"judged":   "-q q0 -d d0 -d q0",
	"rows":     "-q wind·metals·rock·stone -d wind's·pages·of·metals·stone·stone -d stone·Wind·lights",
	"unjudged": "-q café·stone -d q0 -d d20",
	"given":    "-q q6 -d d12 -d d1",
	"mixture":  "-q q6 -d d6 -d d11",
}

// phrases are the queries whose candidates axiomine train rerank orders where they are not those of the split test.
var phrases = map[string]string{"judged": "--topics test=DIR/phrases.tsv", "mixture": "--topics test=DIR/phrases.tsv",
	"given": "--topics test=DIR/phrases.tsv --run DIR/phrases.run"}

// asked are the requests that serve answers, and askedOfRows those in the scene of rows, whose documents have other ids.
const asked = `{"op": "queries"}
{"op": "texts", "documents": ["d0", "q0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12", "d13", "d20"]}
{"op": "preferences", "lists": [{"query": "q0"}]}
{"op": "preferences", "lists": [{"text": "the wind's rivers stone7", "documents": ["d0", "d20", "d4"]}]}
{"op": "preferences", "lists": [{"text": "stone7", "documents": ["d0", "d10", "d2"]}]}
{"op": "preferences", "lists": [{"text": "the of", "documents": ["d0", "d10", "d2", "d20"]}]}
{"op": "preferences", "lists": [{"text": "wind", "documents": ["d4", "d8", "d0", "d20"]}]}
{"op": "preferences", "lists": [{"text": "s", "documents": ["d0", "d24", "q0"]}]}
{"op": "violated", "lists": [{"query": "q1", "documents": ["d1", "d6"], "scores": [0.3, 0.9]}]}
{"op": "draw"}
`
const askedOfRows = `{"op": "queries"}
{"op": "texts", "documents": ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p24", "p25", "p26", "self"]}
{"op": "preferences", "lists": [{"query": "q0"}]}
{"op": "preferences", "lists": [{"text": "the of", "documents": ["p1", "p2", "p3", "p4", "p25", "self"]}]}
{"op": "preferences", "lists": [{"text": "wind winds page", "documents": ["p1", "p3", "p13", "p14", "p15", "p25", "self", "p198"]}]}
{"op": "preferences", "lists": [{"text": "café and stone7", "documents": ["p2", "p5", "p25", "p26"]}]}
{"op": "preferences", "lists": [{"text": "s", "documents": ["p1", "p25", "p26"]}]}
{"op": "draw"}
`

// idle are the keys that change no result, and why.
var idle = map[string]string{
	"gen.threads": "the same bytes at any number",
}

// printers are the commands that print the configuration itself, so that every key has an effect.
var printers = []string{"axiomine configs show"}

// exception is a key that changes nothing in one scene of a command, and is not refused there.
type exception struct{ command, scene, key, why string }

// exceptions are all of them.
var exceptions = allOf("tokenize.rows_of", "the functions in Python ask for the rows of train, which are all rows of one split",
	"gen rows", "gen unjudged", "gen sweep rows", "gen sweep unjudged", "tokenize shards rows", "tokenize shards unjudged")

// allOf are exceptions of one key for one reason, in commands with scenes.
func allOf(key, why string, where ...string) (list []exception) {
	for _, place := range where {
		i := strings.LastIndex(place, " ")
		list = append(list, exception{"axiomine " + place[:i], place[i+1:], key, why})
	}
	return list
}

// isException reports whether a silent key is known to be one.
func isException(command, scene, key string) bool {
	return idle[key] != "" ||
		slices.ContainsFunc(exceptions, func(e exception) bool { return e.command == command && e.scene == scene && e.key == key })
}

// TestEveryKeyHasAnEffect: of each command that takes a key, in each configuration that the command works in, another value changes what it
// makes, or the command refuses it and names it. Where a value shows its effect on some data alone, the scene has such data, or other
// values stand beside it (contextsOf, values). All commands that take keys are walked. By day a key is walked in one scene.
func TestEveryKeyHasAnEffect(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // a command makes much garbage, and ends soon
	dir := t.TempDir()
	w := begin(t, dir)
	list := walkedCommands(dir)
	checkAllWalked(t, list)
	if testing.Short() {
		list = list[:1]
	}
	stride, strideOfGen := nightly.Stride(t, "keys of commands other than gen", 40), nightly.Stride(t, "keys of gen", 8)
	for i := range list {
		cmd := list[i].find(t)
		keys := keysOf(cmd)
		if i > 0 {
			keys = everyOf(keys, stride, i)
		} else {
			keys = everyOf(keys, strideOfGen, i)
		}
		path, silences := cmd.CommandPath(), w.silent(t, cmd, &list[i], keys, i)
		for _, s := range silences {
			if !isException(path, s.scene, s.key) {
				t.Errorf("%s: %s has no effect in the scene %s, and is not refused", path, s.key, s.scene)
			}
		}
		const threads = "gen.threads"
		k, _ := configs.KeyNamed(threads)
		hasEffect := !slices.ContainsFunc(silences, func(s silence) bool { return s.key == threads })
		if configs.Lookup(cmd.Flags(), k) != nil && hasEffect && !slices.Contains(printers, path) {
			t.Errorf("%s: gen.threads has an effect: the digest follows the configuration itself", path)
		}
	}
}

// everyOf returns every so manieth key, another one in another command, and gen.threads.
func everyOf(keys []configs.Key, stride, command int) (chosen []configs.Key) {
	for i, k := range keys {
		if (i+command)%stride == 0 || k.Name == "gen.threads" {
			chosen = append(chosen, k)
		}
	}
	return chosen
}

// checkAllWalked reports the commands that take keys and are not walked.
func checkAllWalked(t *testing.T, list []walked) {
	walks := map[string]int{}
	for i := range list {
		walks[list[i].find(t).CommandPath()]++
	}
	for _, cmd := range runnable(New()) {
		if n, path := walks[cmd.CommandPath()], cmd.CommandPath(); (len(keysOf(cmd)) > 0) != (n == 1) || n > 1 {
			t.Errorf("%s takes %d keys and has %d lines in walkedCommands", path, len(keysOf(cmd)), n)
		}
	}
}

// find returns the command of a line.
func (c *walked) find(t *testing.T) *cobra.Command {
	cmd, _, err := New().Find(strings.Fields(c.line))
	must.Do(t, err)
	return cmd
}

// begin writes the collections and the scenes, and makes what some commands read: pairs and a model of each scene.
func begin(t *testing.T, dir string) *walk {
	keystest.Write(t, dir, keystest.Files())
	for _, s := range slices.Concat(scenes(dir), grids(dir), demos()) {
		must.Do(t, os.WriteFile(filepath.Join(dir, s.name+".yaml"), []byte(s.yaml), 0o666))
	}
	w := &walk{dir: dir, bases: map[string]made{}, values: values(dir), bit: map[[2]string][]configs.Setting{}}
	for _, s := range scenes(dir) {
		for _, line := range []string{"gen -q -o DIR/made-SCENE -c CONFIG", "train -q -o DIR/trained-SCENE -c CONFIG"} {
			if m := w.run(t, w.line(&walked{line: line}, s)); m.err != "" && s.name != "unjudged" { // which train no ranker
				t.Fatal(m.err)
			}
		}
	}
	wordnet := filepath.Join("..", "..", "..", "gen", "similarity", "testdata", "dict")
	run := configs.Setting{Key: "gen.run", Value: demoRun(t, dir)}
	w.contexts = []map[string][]configs.Setting{
		contextsOf(dir, wordnet),
		keystest.Settings(t, filepath.Join(dir, "judged"), filepath.Join(dir, "made-judged"), wordnet),
		{ // in the embedded collection
			"gen.run":               {{Key: "gen.run", Value: "train=" + run.Value}},
			"gen.max_score":         {{Key: "gen.max_score", Value: "8"}},
			"gen.min_score":         {{Key: "gen.min_score", Value: "5"}},
			"gen.within_top":        {{Key: "gen.within_top", Value: "5"}},
			"gen.assumed_negatives": {{Key: "gen.assumed_negatives", Value: "off"}},
		}}
	return w
}

// demoRun writes a run over the embedded collection: the documents that are judged.
func demoRun(t *testing.T, dir string) string {
	var run strings.Builder
	for _, split := range []string{"train", "dev", "test"} {
		raw := must.Get(fs.ReadFile(configs.Demo, "demo/qrels."+split+".txt"))(t)
		for i, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
			f := strings.Fields(line)
			fmt.Fprintf(&run, "%s Q0 %s %d %d x\n", f[0], f[2], i+1, len(raw)-i)
		}
	}
	path := filepath.Join(dir, "demo-run.txt")
	must.Do(t, os.WriteFile(path, []byte(run.String()), 0o666))
	return path
}
