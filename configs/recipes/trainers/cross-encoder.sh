# A BERT cross-encoder in PyTorch, 180 lines to copy from: a ranking task and two tasks of three classes, with a head
# each. Without --mixture it learns ranking alone. --model random begins from nothing, to see that all fits.
axiomine gen -c wikiqa --data "$WIKIQA" --judged-queries 10 --ratio 7:1 --mixture ranking=4,reg=1,anti-reg=1 --set class_test=100 \
    --vocab "$VOCAB" --max-length 64 --set max_query_length=32 -o bert
python "$RECIPES/cross_encoder.py" bert/shards --model "$MODEL" --steps 20 --candidates bert/run.test.txt --top 10 \
    --collection "$WIKIQA/collection.tsv" --queries "$WIKIQA/queries.test.tsv" --output run.txt
axiomine train eval -m map "$WIKIQA/qrels.test.txt" run.txt
