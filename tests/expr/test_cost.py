"""Estimates of what expressions cost."""

import dalembert as da
from dalembert.expr.cost import estimated_cost, longest_chain
from dalembert.expr.node import operation_count


def test_the_longest_chain_counts_operations_that_wait_for_each_other() -> None:
    x, y = da.expr.symbols("x y")
    assert longest_chain([x, 2.0]) == 0
    assert longest_chain([x * y]) == 1
    assert longest_chain([x * y + 1.0, da.sin(da.cos(x) * y) + x]) == 4


def test_of_two_texts_with_as_many_operations_the_one_with_less_waiting_costs_less() -> None:
    x = da.expr.symbols("x", 8)
    in_a_row, by_pairs = x[0], list(x)
    for factor in x[1:]:
        in_a_row = in_a_row * factor
    while len(by_pairs) > 1:
        by_pairs = [a * b for a, b in zip(by_pairs[::2], by_pairs[1::2], strict=True)]
    assert operation_count([in_a_row]) == operation_count(by_pairs) == 7
    assert (longest_chain([in_a_row]), longest_chain(by_pairs)) == (7, 3)
    assert estimated_cost(by_pairs) < estimated_cost([in_a_row])
