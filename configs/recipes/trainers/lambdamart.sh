# LightGBM, XGBoost, allRank, RankLib: the rows are judged candidates, not pairs. Each is described by its votes, by
# the score of every retrieval model, and by counts. The votes of an axiom are the preferences won less those lost
# among the query's candidates. libsvm/features.txt names the numbers; no feature looks at judgements. lambdamart.py
# trains LightGBM's LambdaMART.
axiomine gen -c wikiqa --data "$WIKIQA" --vectors '' --hits 50 --output-format libsvm -o ltr
python "$RECIPES/lambdamart.py" ltr/shards --output lambdamart
axiomine train eval -m map "$WIKIQA/qrels.test.txt" ltr/run.test.txt lambdamart/run.test.txt lambdamart/mixed.test.txt
