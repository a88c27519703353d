// Command mutants changes one place of the code at a time and counts the changes that the tests of its package notice. A change that no
// test notices is printed with its place: a test is missing there, or the code is not needed, or the change is equivalent. Those that are
// known to be equivalent stand in equivalent.tsv with the reason, and are left out of the count.
//
// Usage: go run ./.ci/mutants [-n 200] [-seed 1] [-only FILE:LINE,..] PACKAGE ..
//
// Most mutants of a package are in one test program, behind switches, so that they are built once. The others have a program each. With a
// TMPDIR in memory, such as /dev/shm, tests that sync files take half the time.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	number := flag.Int("n", 200, "how many mutants")
	seed := flag.Uint64("seed", 1, "of the draw of places")
	only := flag.String("only", "", "FILE:LINE,..: only the mutants of these lines")
	limit := flag.Duration("limit", 3*time.Minute, "of the tests of one mutant; a mutant that takes longer is killed")
	flag.Parse()
	if err := run(flag.Args(), *number, *seed, *only, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// run draws mutants of packages, tries them and prints the survivors and the counts.
func run(packages []string, number int, seed uint64, only string, limit time.Duration) error {
	reasons, err := readEquivalent(equivalentTable)
	if err != nil {
		return err
	}
	var list []mutant
	for _, folder := range packages {
		here, err := mutantsOf(folder)
		if err != nil {
			return err
		}
		list = append(list, here...)
	}
	places := len(list)
	if only != "" {
		lines := strings.Split(only, ",")
		list = slices.DeleteFunc(list, func(m mutant) bool { return !slices.Contains(lines, m.place) })
	} else {
		random := rand.New(rand.NewPCG(seed, 0))
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:min(number, len(list))]
	}
	byFolder, counts, done := map[string][]mutant{}, map[verdict]int{}, 0
	for _, m := range list {
		byFolder[filepath.Dir(m.file)] = append(byFolder[filepath.Dir(m.file)], m)
	}
	for _, folder := range packages {
		folder = filepath.Clean(folder)
		err := tryAll(folder, byFolder[folder], limit, func(m mutant, v verdict) {
			why := reasons[m.key()]
			if v == survived && why != "" {
				v = equivalent
			}
			counts[v]++
			if done++; v != noticed || only != "" {
				fmt.Printf("%d of %d: %s: %s: %s %s\n", done, len(list), m.place, m.change, v, why)
			}
		})
		if err != nil {
			return err
		}
	}
	fmt.Printf("killed %d of %d (%d places; %d equivalent, %d did not compile)\n", counts[noticed], counts[noticed]+counts[survived], places,
		counts[equivalent], counts[broken])
	return nil
}
