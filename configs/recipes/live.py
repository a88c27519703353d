"""Pairs drawn anew while cross_encoder.py trains (--live DATA): of axioms only those that its scores violate now. Needs the package axiomine.

`axiomine.serve` keeps the collection DATA open under the configuration of the shards; its `draw` mixes the violated pairs with the judged ones
at their ratio. --live-queries training queries, others every time, and their first --live-top candidates are scored before each draw.
What they order well by less than --live-margin counts as violated: a huge margin draws from all pairs.
"""

from axiomine import serve
from axiomine.torch import LiveMiner


def examples(score, example, options):
    """A function of the step that gives examples; score takes (query, document) texts, example (query, positive, negative, weight, margin)."""
    live = LiveMiner(serve(options.live, like=options.shards), score, margin=options.live_margin, candidates=options.live_top, queries=options.live_queries, seed=options.seed)

    def drawn(step):
        rows = live.refresh(step)
        print(f"step {step}: {sum(bool(row['axiom']) for row in rows)} pairs of axioms are violated, {len(rows)} rows in all")
        return [example(*(row[name] for name in ("query", "positive", "negative", "weight", "margin"))) for row in rows]

    return drawn
