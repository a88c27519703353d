package drmm

import (
	"errors"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
)

// Files that are no models, with the exact message behind the file's name. In a case the parts of a whole model stand
// between bars: the text that is replaced, and by what.
func TestMalformedModel(t *testing.T) {
	store, pairs := trainable(5)
	trainer := mustTrain(t, Defaults(), store, pairs)
	model := modelFile(t, trainer.Model())
	for _, c := range [][2]string{
		{"", ": no axiomine-drmm file: it is empty; hint: give a model that axiomine train wrote (models/*.json)"},
		{" \n", ": no axiomine-drmm file: it is empty; hint: give a model that axiomine train wrote (models/*.json)"},
		{"drmm", ":1: no axiomine-drmm file: invalid character 'd' looking for beginning of value; hint: give a model that axiomine train " +
			"wrote (models/*.json)"},
		{"{", ": no axiomine-drmm file: it is cut off; hint: give a model that axiomine train wrote (models/*.json)"},
		{"[]", ":1: no axiomine-drmm file: it holds an array; hint: give a model that axiomine train wrote (models/*.json)"},
		{"{}", ": format \"\" version 0, not \"axiomine-drmm\" version 3; hint: give a model that axiomine train wrote (models/*.json)"},
		{"null", ": format \"\" version 0, not \"axiomine-drmm\" version 3; hint: give a model that axiomine train wrote (models/*.json)"},
		{"5", ":1: no axiomine-drmm file: it holds a number; hint: give a model that axiomine train wrote (models/*.json)"},
		{"PAR1", ":1: no axiomine-drmm file: invalid character 'P' looking for beginning of value; hint: give a model that axiomine train " +
			"wrote (models/*.json)"},
		{"|\"version\":3|\"version\":9|",
			": format \"axiomine-drmm\" version 9, not \"axiomine-drmm\" version 3; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"version\":3|\"version\":\"1\"|",
			":2: no axiomine-drmm file: version holds a string; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"version\":3|\"version\":2.5|",
			":2: no axiomine-drmm file: version holds a number 2.5; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"format\":\"|\"format\":\"x|",
			": format \"xaxiomine-drmm\" version 3, not \"axiomine-drmm\" version 3; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"format\"|\"form\"|",
			": format \"\" version 3, not \"axiomine-drmm\" version 3; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"weights\":{|\"weights\":[{|",
			":45: no axiomine-drmm file: invalid character ':' after array element; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"b2\":|\"b2\":\"x\",|",
			":43: no axiomine-drmm file: invalid character '0' looking for beginning of object key string; hint: give a model that axiomine train " +
				"wrote (models/*.json)"},
		{"|\"b2\":|\"b2\":1|", ": damaged: its content does not have its checksum; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"batch\":20|\"batch\":0|",
			": damaged: its content does not have its checksum; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"batch\":20|\"batch\":-1|",
			": damaged: its content does not have its checksum; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"batch\":20|\"batch\":21|",
			": damaged: its content does not have its checksum; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"sha256\": \"|\"sha256\": \"0|",
			": damaged: its content does not have its checksum; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"w1\":[[|\"w1\":[[null,|",
			": damaged: its content does not have its checksum; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|\"w1\":[[|\"w1\":[[\"a\",|",
			":11: no axiomine-drmm file: weights.w1 holds a string; hint: give a model that axiomine train wrote (models/*.json)"},
		{"|,|;|", ":1: no axiomine-drmm file: invalid character ';' after object key:value pair; hint: give a model that axiomine train wrote " +
			"(models/*.json)"},
	} {
		text := c[0]
		if parts := strings.Split(text, "|"); len(parts) == 4 {
			if text = strings.Replace(model, parts[1], parts[2], 1); text == model {
				t.Errorf("%s is not in a model", parts[1])
			}
		}
		_, err := Read(strings.NewReader(text), "m.json")
		if e := new(errs.Error); !errors.As(err, &e) || e.Kind != errs.Input || err.Error() != "m.json"+c[1] {
			t.Errorf("\t\t{%q, %q},", c[0], strings.TrimPrefix(text2(err), "m.json"))
		}
	}
}

func text2(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}
