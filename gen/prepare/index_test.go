package prepare

import (
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
)

// Every language of the configuration has an analyser, and where texts are found to be in it the flag is named.
func TestLanguages(t *testing.T) {
	for _, l := range configs.Languages {
		loaded, err := configs.Load("", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := loaded.Set("gen.language", l.Code); err != nil {
			t.Fatal(err)
		}
		a, err := Analyser(&loaded.Config)
		if err != nil {
			t.Errorf("%s: %v", l.Code, err)
			continue
		}
		if o := a.Options(); o.Stopwords != analysis.None && len(a.Lists().Stopwords) < 40 {
			t.Errorf("%s: %d stop words", l.Code, len(a.Lists().Stopwords))
		}
		if got := foreignHint(analysis.Foreign{Language: l.Name}); got != "--language "+l.Code {
			t.Errorf("%s: %s", l.Name, got)
		}
	}
}
