# %% [markdown]
# # Optimal labels for Boxoban
#
# Boxoban (DeepMind, 2018) is the data set of Sokoban levels that learners are trained on: ten by ten, four boxes, files
# of 1,000 levels. This script labels such a file with the fewest pushes and the fewest moves, and plots how they are
# distributed. It is meant to be read cell by cell (VS Code, Jupytext), and runs as it is:
#
#     python label_boxoban.py boxoban-levels/unfiltered/test/000.txt histogram.png
#
# Without a file it labels the levels inside the package.

# %%
import sys
import time

import numpy as np

import boxwright

source = sys.argv[1] if len(sys.argv) > 1 else None
picture = sys.argv[2] if len(sys.argv) > 2 else "histogram.png"
levels = boxwright.load(source) if source else boxwright.builtin("sokoban")
print(f"{len(levels)} levels; the first one:")
print(levels[0])

# %% [markdown]
# A label has the optimal solution, its cost, and the cost-to-go before each of its moves: targets for a policy and for a
# value function. Every solution was replayed before we see it.

# %%
costs: dict[str, np.ndarray] = {}
for objective in ("pushes", "moves"):
    begun = time.perf_counter()
    labels = list(boxwright.label(levels, objective=objective, to_go="path"))
    costs[objective] = np.array([label.cost for label in labels if label.cost is not None])
    mean, most = costs[objective].mean(), costs[objective].max()
    seconds = time.perf_counter() - begun
    print(f"{objective}: {len(costs[objective])} solved, mean {mean:.3f}, most {most}, in {seconds:.1f} s")

# %% [markdown]
# What a learner would be given for the first level: observations along the solution, actions and values.

# %%
label = next(boxwright.label(levels[:1], objective="moves", to_go="path"))
game = boxwright.Simulator(levels[0])
observations, actions = [game.observation()], []
for letter in label.solution or "":
    actions.append(game.actions.index(letter.lower()))
    game.step(letter)
    observations.append(game.observation())
print("observations", np.stack(observations).shape, "actions", actions[:10], "values", label.to_go[:10])
assert game.solved

# %%
try:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    # Without matplotlib, a picture of letters.
    for objective, numbers in costs.items():
        counts, edges = np.histogram(numbers, bins=12)
        print(f"\n{objective}")
        for count, low in zip(counts, edges, strict=False):
            print(f"{low:6.0f} {'#' * round(50 * count / counts.max())} {count}")
else:
    figure, axes = plt.subplots(1, 2, figsize=(9, 3), layout="constrained")
    for ax, (objective, numbers) in zip(axes, costs.items(), strict=True):
        ax.hist(numbers, bins=range(0, int(numbers.max()) + 2), color="#3b6ea5")
        ax.set(xlabel=f"fewest {objective}", ylabel="levels", title=f"mean {numbers.mean():.2f}")
    figure.savefig(picture, dpi=150)
    print(f"wrote {picture}")
