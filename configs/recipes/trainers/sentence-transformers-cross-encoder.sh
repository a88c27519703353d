# The cross-encoder of sentence-transformers; axiomine tokenize formats names the forms of its other losses. CrossEntropyLoss wants whole
# numbers: st-pairs has them.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format st-cross -o st-cross
