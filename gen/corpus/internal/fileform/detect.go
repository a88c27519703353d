package fileform

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/hubcard"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/safefile"
)

// fitsFour returns a function that reports whether lines have four fields between TABs. If numbers is true, the first two fields must be
// numbers and the last must not. If it is false, the first two must not both be numbers.
func fitsFour(numbers bool) func(sourcefile.Head) bool {
	return func(h sourcefile.Head) bool {
		return h.Most(func(line []byte) bool {
			fields := bytes.Split(line, sourcefile.Tab)
			return len(fields) == 4 && (celltext.IsNumber(fields[0]) && celltext.IsNumber(fields[1])) == numbers && !(numbers && celltext.IsNumber(fields[3]))
		})
	}
}

var fitsTop1000 = fitsFour(true)

// hasTag reports whether a head holds an opening tag with a name.
func hasTag(h sourcefile.Head, name string) bool {
	for text := h.Text; ; {
		pos, closing := findTag(text, name)
		if pos < 0 || !closing {
			return pos >= 0
		}
		text = text[pos+1:]
	}
}

func fitsTRECDocs(h sourcefile.Head) bool { return hasTag(h, "doc") && hasTag(h, "docno") }

func fitsClassic(h sourcefile.Head) bool { return hasTag(h, "top") }

func fitsXMLTopics(h sourcefile.Head) bool {
	return hasTag(h, "topic") || hasTag(h, "query") && !hasTag(h, "top")
}

func fitsObjects(h sourcefile.Head) bool {
	return h.OpensWith('{') || h.OpensWith('[') && bytes.Contains(h.Text, []byte("{"))
}

func fitsJSONLDocs(h sourcefile.Head) bool {
	hasText := bytes.Contains(h.Text, []byte(`"text"`)) || bytes.Contains(h.Text, []byte(`"body"`)) && !fitsAnserini(h)
	return h.OpensWith('{') && hasText
}

// FitsColumns reports whether lines have n fields with white space between them.
func FitsColumns(h sourcefile.Head, n int) bool {
	return h.Most(func(line []byte) bool { return len(bytes.Fields(line)) == n })
}

// The options that set the formats of the parts of a collection.
const (
	DocumentsFlag = "--format"
	TopicsFlag    = "--set topics_format"
	QrelsFlag     = "--set qrels_format"
	RunFlag       = "--run-format"
)

// refusedForm is a form of file that no reader reads. A script of one line converts it into a form that is read.
type refusedForm struct {
	Name  string
	flag  string                     // option of the part of a collection that such a file is
	files []string                   // patterns of the names of such files in a folder
	fits  func(sourcefile.Head) bool // reports whether a file has the form
	rows  bool                       // true if such a file would also fit the format rows, so that it is looked for first
	// script is the Python program that converts the file, whose name replaces FILE. If it is empty, the columns of storeColumns can be read.
	script string
	ending string // extension of the file that the script writes
	then   string // hint on the use of that file
}

// RefusedForms are looked for in files without a table of known columns. plainfile.RefusedForms has the forms that a few bytes show.
var RefusedForms = []refusedForm{
	{Name: "SQuAD's nested JSON", flag: DocumentsFlag, files: []string{"*.json"}, rows: true,
		fits: func(h sourcefile.Head) bool { return rowtable.PathsIn(h)["data.paragraphs.qas.question"] },
		script: `import json; [print(json.dumps({'query_id': q['id'], 'query': q['question'], 'title': a.get('title', ''), ` +
			`'passage': p['context'], 'label': int(bool(q.get('answers')))})) for a in json.load(open('FILE', 'rb'))['data'] ` +
			`for p in a['paragraphs'] for q in p['qas']]`, ending: ".jsonl"},
	{Name: "HotpotQA's form of titles and sentences", flag: DocumentsFlag, files: []string{"*.json"}, rows: true,
		fits: func(h sourcefile.Head) bool {
			paths := rowtable.PathsIn(h)
			return h.OpensWith('[') && paths["question"] && paths["context"] && paths["supporting_facts"]
		},
		script: `import json; [print(json.dumps({'query_id': r['_id'], 'query': r['question'], 'title': t, 'passage': ' '.join(s), ` +
			`'label': int(t in dict(r['supporting_facts']))})) for r in json.load(open('FILE', 'rb')) for t, s in r['context']]`, ending: ".jsonl"},
	{Name: "LlamaIndex's file of three dictionaries", flag: DocumentsFlag, files: []string{"*.json"}, rows: true,
		fits: func(h sourcefile.Head) bool {
			parts := map[string]int{}
			for path := range rowtable.PathsIn(h) {
				parts[strings.Split(path, ".")[0]]++
			}
			return h.OpensWith('{') && min(parts["queries"], parts["corpus"]) > 1
		},
		script: `import json; d = json.load(open('FILE', 'rb')); [print(json.dumps({'query_id': q, 'query': d['queries'][q], ` +
			`'document_id': p, 'passage': d['corpus'][p], 'label': 1})) for q, r in d['relevant_docs'].items() for p in r]`, ending: ".jsonl"},
	{Name: "an export of a search engine or vector store", flag: DocumentsFlag, files: []string{"*.json", "*.jsonl", "*.ndjson"},
		fits: func(h sourcefile.Head) bool { return storeColumns(h) != "" }},
	{Name: "LoTTE's answer_pids", flag: QrelsFlag, files: []string{"qas.*.jsonl"},
		fits:   func(h sourcefile.Head) bool { return rowtable.PathsIn(h)["answer_pids"] },
		script: `import json; [print(r['qid'], 0, d, 1) for r in map(json.loads, open('FILE', 'rb')) for d in r['answer_pids']]`,
		ending: ".qrels", then: "--qrels SPLIT=.. names it"},
	{Name: "a dictionary of judgements", flag: QrelsFlag, files: []string{"qrels*.json"}, fits: fitsNumbers,
		script: `import json; [print(q, 0, d, g) for q, r in json.load(open('FILE', 'rb')).items() for d, g in r.items()]`, ending: ".txt"},
	{Name: "a run as a dictionary", flag: RunFlag, files: []string{"run*.json"}, fits: fitsNumbers,
		script: `import json; [print(q, 'Q0', d, 0, s, 'run') for q, r in json.load(open('FILE', 'rb')).items() for d, s in r.items()]`,
		ending: ".txt"},
}

// refuse returns the error for the file of a head, with the command that converts it or the options that read it.
func (f *refusedForm) refuse(h sourcefile.Head) *errs.Error {
	if f.script == "" {
		return plainfile.Refusal(h.Path, f.Name,
			fmt.Sprintf("give --collection %s --columns %q, with --topics and --qrels in place of --data", h.Path, storeColumns(h)))
	}
	file := safefile.PlainName(h.Path)
	written := strings.TrimSuffix(file, filepath.Ext(file)) + f.ending
	if written == file {
		written += f.ending
	}
	command := fmt.Sprintf(`python3 -c "%s" > %s`, strings.ReplaceAll(f.script, "FILE", file), written)
	if f.then != "" {
		command += " # " + f.then
	}
	if file != h.Path {
		command = "unpack it, then " + command
	}
	return plainfile.Refusal(h.Path, f.Name, command)
}

// Refuse returns an error if a file that is to be read as the part of a collection with a flag has a refused form. Documents whose columns
// the user chose are not refused. If beforeRows is true, it looks only for forms that would also fit the format rows.
func Refuse(h sourcefile.Head, flag string, beforeRows bool) *errs.Error {
	if h.Columns != "" && flag == DocumentsFlag {
		return nil
	}
	for i := range RefusedForms {
		if f := &RefusedForms[i]; f.flag == flag && (f.rows || !beforeRows) && f.fits(h) {
			return f.refuse(h)
		}
	}
	return nil
}

// UnreadForm returns the error for a file whose name and content show that no reader reads it, and nil for any other file.
func UnreadForm(path string) *errs.Error {
	return cmp.Or(plainfile.UnreadForm(path), RefusedFormOf(path, ""))
}

// RefusedFormOf returns the error for a file of a refused form, and nil for any other file. It looks only for forms of the part of a
// collection with a flag, and for all forms if flag is empty.
func RefusedFormOf(path, flag string) (bad *errs.Error) {
	name := []string{sourcefile.BaseName(path)}
	forms := slices.DeleteFunc(slices.Clone(RefusedForms), func(f refusedForm) bool {
		return flag != "" && f.flag != flag || len(hubcard.Matches(name, f.files)) == 0
	})
	if len(forms) == 0 {
		return nil
	}
	_ = sourcefile.Look(path, sourcefile.Options{}, func(h sourcefile.Head) {
		if i := slices.IndexFunc(forms, func(f refusedForm) bool { return f.fits(h) }); i >= 0 {
			bad = forms[i].refuse(h)
		}
	})
	return bad
}

// Names in the exports of search engines and vector stores. They write an id beside an object that holds the user's members, in each line
// or in lists.
var (
	storeObjects = []string{"_source", "payload", "properties"}
	storeLists   = []string{"", "hits.hits.", "result.points.", "points.", "objects."}
	storeTexts   = []string{"text", "contents", "content", "body", "passage", "page_content", "chunk", "abstract", "document"}
	storeIDs     = []string{"doc_id", "docid", "docno"} // ids among the user's members, which come before the id beside the object
)

// storeColumns returns the value of the option --columns that reads the documents of such an export, and "" for any other file.
func storeColumns(h sourcefile.Head) string {
	if !slices.ContainsFunc(storeObjects, func(name string) bool { return bytes.Contains(h.Text, []byte(`"`+name+`"`)) }) {
		return ""
	}
	paths := rowtable.PathsIn(h)
	first := func(prefix string, names ...string) string {
		if i := slices.IndexFunc(names, func(name string) bool { return paths[prefix+name] }); i >= 0 {
			return prefix + names[i]
		}
		return ""
	}
	for _, list := range storeLists {
		for _, object := range storeObjects {
			text, id := first(list+object+".", storeTexts...), cmp.Or(first(list+object+".", storeIDs...), first(list, "_id", "id", "uuid"))
			if text == "" || id == "" || first(list, "query", "question") != "" {
				continue
			}
			columns := "document_id=" + id + ",document=" + text
			if title := first(list+object+".", "title"); title != "" {
				columns += ",title=" + title
			}
			return columns
		}
	}
	return ""
}

// fitsNumbers reports whether a file is {"query": {"document": number}}, the form of pytrec_eval, ranx and BEIR.
func fitsNumbers(h sourcefile.Head) bool { return nestedNumbers().Match(h.Text) }

var nestedNumbers = lazy.Regexp(`^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*-?[0-9]`)
