# MatchZoo 1, with which the first study ran Duet, reads relation files and a corpus of word ids. Under --set strategy=multi-graded
# the labels are those of the study: 2, 1 and 0.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --output-format matchzoo-1 --candidates all -o matchzoo-1
for split in train validation; do cat matchzoo-1/shards/matchzoo-1/$split-*.txt > matchzoo-1/relation_$split.txt; done
cat matchzoo-1/shards/matchzoo-1-candidates/test-*.txt > matchzoo-1/relation_test.txt
echo "vocab_size: $(($(wc -l < matchzoo-1/shards/matchzoo-1/word_dict.txt) + 1))"
