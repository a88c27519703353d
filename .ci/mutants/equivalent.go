package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// equivalentTable names the mutants that no test can notice: file, line of code, change, and why, between tabs.
const equivalentTable = ".ci/mutants/equivalent.tsv"

// key names a mutant wherever its line stands in the file.
func (m mutant) key() string { return m.file + "\t" + m.line + "\t" + m.change }

// readEquivalent reads the reasons of equivalent mutants by their keys. A file that is not there has none.
func readEquivalent(name string) (reasons map[string]string, err error) {
	raw, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	reasons = map[string]string{}
	for i, line := range strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n") {
		end := strings.LastIndexByte(line, '\t')
		if strings.Count(line, "\t") != 3 || end+1 == len(line) {
			return nil, fmt.Errorf("%s:%d: not a file, a line of code, a change and a reason, between tabs", name, i+1)
		}
		reasons[line[:end]] = line[end+1:]
	}
	return reasons, nil
}
