"""The long proof: weeks of many repositories with everything that goes wrong, and in the end the store holds the truth.

`make soak` runs it with fixed seeds; `make soak SEEDS=50` takes that many seeds instead. Not part of `make test`.
"""
