"""What a digest picks, and why: signals of a change, what is usual in its project, weights, and the order they give."""
