package tokenize_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/tokenize"
)

// pieces is a vocab.txt: a piece a line, its id is its place.
const pieces = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nblue\nwhale\n##s\nsing\n##ing\n"

func Example() {
	vocab, err := tokenize.ParseVocab("vocab.txt", []byte(pieces))
	if err != nil {
		fmt.Println(err)
		return
	}
	tokenizer, err := tokenize.New(vocab, tokenize.Defaults()) // those of bert-base-uncased
	if err != nil {
		fmt.Println(err)
		return
	}
	ids := tokenizer.Encode("Whales singing")
	for _, id := range ids {
		fmt.Println(id, vocab.Piece(id))
	}
	// Output:
	// 7 whale
	// 8 ##s
	// 9 sing
	// 10 ##ing
}

// A cross-encoder reads a query and a document as one sequence; what is too long is cut from the document.
func ExampleTokenizer_Pair() {
	vocab, _ := tokenize.ParseVocab("vocab.txt", []byte(pieces))
	tokenizer, _ := tokenize.New(vocab, tokenize.Defaults())
	ids, types, err := tokenizer.Pair("blue whale", "the whale sings", 8, tokenize.OnlySecond)
	fmt.Println(ids, types, err)

	_, _, err = tokenizer.Pair("blue whale", "the whale sings", 4, tokenize.OnlyFirst)
	fmt.Println(err)
	// Output:
	// [2 6 7 3 5 7 9 3] [0 0 0 0 1 1 1 1] <nil>
	// texts of 2 and 4 ids do not fit into 1 beside the special tokens by cutting only_first; hint: raise max_length or use longest_first
}

func ExampleTrain() {
	texts := slices.Values([]string{"the whale sings", "the blue whale sang", "blue whales sing"})
	vocab, err := tokenize.Train(context.Background(), texts, 50, tokenize.TrainDefaults(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	tokenizer, err := tokenize.New(vocab, tokenize.Defaults())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range tokenizer.Encode("the blue whales") {
		fmt.Print(vocab.Piece(id), " ")
	}
	fmt.Println("of", vocab.Size(), "pieces")
	// Output: the blue whale ##s of 38 pieces
}

// Lines of JSON come back with the ids, which are those of Hugging Face's tokenizers.
func ExampleEncodeLines() {
	vocab, _ := tokenize.ParseVocab("vocab.txt", []byte(pieces))
	tokenizer, _ := tokenize.New(vocab, tokenize.Defaults())
	in := strings.NewReader(`{"text": "The blue whale"}` + "\n" + `{"a": "blue", "b": "whales", "max_length": 5}`)
	if err := tokenize.EncodeLines(context.Background(), tokenizer, "standard input", in, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"text": "The blue whale","got":{"ids":[2,5,6,7,3]}}
	// {"a": "blue", "b": "whales", "max_length": 5,"got":{"ids":[2,6,3,7,3],"type_ids":[0,0,0,1,1]}}
}
