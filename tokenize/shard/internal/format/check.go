package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// linesOf returns the encoding of a folder that is no table: each row is compared with the template.
func linesOf(to folder) encoding.LineFiles {
	root := &to.parsed().root
	as := encoding.LineFiles{Ending: endings[to.style], Wrong: func(line []byte, head string, _ *plan.TokenizerInfo) string {
		return checkFields(root, strings.Split(string(line), "\t"), to.style)
	}}
	switch to.style {
	case lines:
		as.Object, as.Members = true, func([]string) string { return "" } // Wrong tells
		as.Wrong = func(line []byte, _ string, _ *plan.TokenizerInfo) string { return checkObject(root, line) }
	case commas:
		var whole, short []string
		for i, key := range root.keys {
			if whole = append(whole, key); root.members[i].optional == nil {
				short = append(short, key)
			}
		}
		wrong := func(fields []string) string { return checkFields(root, fields, commas) }
		return encoding.CommaSeparated(wrong, strings.Join(short, ","), strings.Join(whole, ","))
	}
	return as
}

// comparison compares a row with a template.
type comparison struct {
	sizes    map[listOf]int
	pos, neg string
}

// checkObject returns what is wrong with an object, and "" where nothing is.
func checkObject(root *node, line []byte) string {
	var object any
	if err := json.Unmarshal(line, &object); err != nil {
		return "is not a JSON object"
	}
	c := comparison{sizes: map[listOf]int{}}
	if err := c.compare(root, "", object); err != nil {
		return err.Error()
	}
	return c.samePair()
}

// samePair returns what is wrong where the pair has one document.
func (c *comparison) samePair() string {
	if c.pos != "" && c.pos == c.neg {
		return "has one document for positive and negative"
	}
	return ""
}

// compare returns an error for a value of the member name that is not of the template's form.
func (c *comparison) compare(n *node, name string, value any) error {
	switch value := value.(type) {
	case map[string]any:
		if n.kind == '{' {
			return c.compareMembers(n, value)
		}
	case []any:
		if n.kind == '[' {
			return c.compareList(n, name, value)
		}
	case string:
		if s, ok := n.sole(); n.kind == '"' && (!ok || s.number == nil || s.words != nil) {
			return c.compareText(n, name, value)
		}
	case float64:
		if s, ok := n.sole(); n.kind == '"' && ok && s.number != nil && s.words == nil {
			return c.compareNumber(s, name, value)
		}
	case nil:
		if s, ok := n.sole(); n.kind == '"' && ok && s.mayBeNull {
			return nil
		}
	}
	return fmt.Errorf("has the member %s of another type", name)
}

func (c *comparison) compareMembers(n *node, object map[string]any) error {
	for i, key := range n.keys {
		value, ok := object[key]
		if !ok && n.members[i].optional == nil {
			return fmt.Errorf("has no member %s", key)
		}
		if ok {
			if err := c.compare(&n.members[i], key, value); err != nil {
				return err
			}
		}
	}
	for key := range object {
		if !slices.Contains(n.keys, key) {
			return fmt.Errorf("has a member %s", key)
		}
	}
	return nil
}

// compareList compares an array: all lists of a row with a value for each negative are equally long.
func (c *comparison) compareList(n *node, name string, list []any) error {
	members := n.members
	if n.list != 0 {
		if size, ok := c.sizes[n.list]; len(list) == 0 || ok && size != len(list) {
			return fmt.Errorf("has %s in the list %s, and another number elsewhere", terminal.Plural(len(list), "value", "values"), name)
		}
		c.sizes[n.list] = len(list)
		members = slices.Repeat(members, len(list))
	}
	if len(list) < len(members) {
		members = slices.DeleteFunc(slices.Clone(members), func(m node) bool { return m.optional != nil })
	}
	if len(list) != len(members) {
		return fmt.Errorf("has %s in the list %s, not %d", terminal.Plural(len(list), "value", "values"), name, len(members))
	}
	for i, value := range list {
		if err := c.compare(&members[i], name, value); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparison) compareNumber(s *segment, name string, x float64) error {
	if x < s.least || s.most != 0 && x > s.most || s.most != 0 && s.dtype == "int64" && x != math.Trunc(x) {
		if s.most == 0 {
			return fmt.Errorf("has %v in the member %s, below %v", x, name, s.least)
		}
		return fmt.Errorf("has %v in the member %s, not %v to %v", x, name, s.least, s.most)
	}
	return nil
}

// compareText compares a text with the words of its template. What lies between them is not empty.
func (c *comparison) compareText(n *node, name, text string) error {
	rest := text
	for i, s := range n.text {
		if i > 0 || s.plain != "" {
			at := strings.Index(rest, s.plain)
			if i == len(n.text)-1 && s.placeholder == nil {
				at = strings.LastIndex(rest, s.plain)
			}
			if at < 0 || i == 0 && at > 0 || s.placeholder == nil && at+len(s.plain) != len(rest) {
				return fmt.Errorf("has %s in the member %s, not %s", shown(text), name, n.form())
			}
			if i > 0 {
				if err := c.compareValue(n.text[i-1], name, rest[:at]); err != nil {
					return err
				}
			}
			rest = rest[at+len(s.plain):]
		}
		if i == len(n.text)-1 && s.placeholder != nil {
			return c.compareValue(s, name, rest)
		}
	}
	return nil
}

// shown returns the beginning of a text in quotes.
func shown(text string) string {
	const most = 40
	if begin := Cut(text, most); begin != text {
		text = begin + " .."
	}
	return encoding.JSONString(text)
}

// form returns a string with dots for its placeholders.
func (n *node) form() string {
	var b strings.Builder
	for _, s := range n.text {
		if b.WriteString(s.plain); s.placeholder != nil {
			b.WriteString("..")
		}
	}
	return encoding.JSONString(b.String())
}

// compareValue compares the text of a placeholder.
func (c *comparison) compareValue(s segment, name, value string) error {
	switch {
	case s.words != nil:
		if !slices.Contains(s.words, value) {
			return fmt.Errorf("has %s in the member %s, neither %s nor %s", shown(value), name, s.words[0], s.words[1])
		}
	case value == "" && !s.mayBeEmpty && !s.mayBeNull:
		return fmt.Errorf("has nothing in the member %s", name)
	}
	switch s.name {
	case "pos_id":
		c.pos = value
	case "neg_id":
		c.neg = value
	}
	return nil
}

// checkFields returns what is wrong with the fields between tabs or commas, and "" where nothing is.
func checkFields(root *node, fields []string, style style) string {
	members := root.members
	if style == tabs && len(fields) != len(members) {
		return fmt.Sprintf("has %s, not %d", terminal.Plural(len(fields), "field", "fields"), len(members))
	}
	c := comparison{}
	for i, value := range fields {
		s, isSole := members[i].sole()
		name := fmt.Sprint(i + 1)
		if style == commas {
			name = root.keys[i]
		}
		var err error
		switch {
		case !isSole:
			err = c.compareText(&members[i], name, value)
		case value == "":
			err = fmt.Errorf("has an empty field %s", name)
		case s.number != nil:
			x, wrong := numeral.Parse(value)
			if err = c.compareNumber(s, name, x); wrong != nil || s.name == "label" && x != math.Trunc(x) {
				err = fmt.Errorf("has %q in the field %s", value, name)
			}
		case s.isID && strings.ContainsFunc(value, pairs.IsSpace):
			err = fmt.Errorf("has white space in the id %q", value)
		case s.isText && style == commas && slices.Contains(missing, value):
			err = errors.New("has a text that pandas reads as none")
		case s.isText && style == tabs && plan.Field(value) != value:
			err = fmt.Errorf("has white space at the end of field %s", name)
		}
		if err == nil && isSole {
			err = c.compareValue(*s, name, value)
		}
		if err != nil {
			return err.Error()
		}
	}
	return c.samePair()
}

// EncodingOf returns the encoding of a file; nil where the format writes no such file.
func (f Format) EncodingOf(file string) encoding.Encoding {
	for _, to := range f.allFolders() {
		if (to.Name == "" || to.Name == path.Dir(file)) && path.Ext(file) == "."+to.As.Extension() {
			return to.As
		}
	}
	return nil
}

// allFolders returns the encodings of a format's folders. The last of each kind is for the folders with any other name.
func (f Format) allFolders() []encoding.Folder {
	all := slices.Clone(f.Folders)
	var rest []encoding.Folder
	for _, s := range slices.Concat(f.Beside, f.Sets) {
		for _, to := range s.folders {
			name := s.name
			if s.shape == candidateRows || s.shape == rankingRows {
				name = s.candidates()
			}
			switch {
			case to.style == table:
				rest = append(rest, encoding.Folder{As: encoding.TableFiles{Nullable: unknownOfPairs, Wrong: f.wrong}})
			case s.isWhole || to.suffix != "" || s.shape >= candidateRows:
				all = append(all, encoding.Folder{Name: name + to.suffix, As: linesOf(to)})
			default:
				rest = append(rest, encoding.Folder{As: linesOf(to)})
			}
		}
	}
	return append(all, rest...)
}

// unknownOfPairs are the columns of values that a pair may lack.
var unknownOfPairs = []string{"pos_grade", "neg_grade", "pos_rank", "neg_rank", "pos_score", "neg_score"}
