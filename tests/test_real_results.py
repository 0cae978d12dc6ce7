"""Files of real evaluations, which are no part of the project, in a folder beside it.

Where the folder `shared` is not there, there is nothing to test, and nothing is skipped.
"""

from pathlib import Path

import pandas as pd
import pytest

from passk.results import read_counts, recheck, score

SHARED = Path(__file__).parents[2] / "shared"
DATA, FORMATS = SHARED / "data", SHARED / "formats"

if DATA.is_dir():

    def test_the_published_scores_of_34_models():
        scores = score(DATA / "evalperf_wide.csv", [1, 2, 5, 10, 25, 50, 100])
        assert len(scores.parts) == 34
        published = pd.read_csv(DATA / "evalperf_published.csv").set_index("model")
        for part in scores.parts:
            figure = published.loc[part.model, "published_pass@1_percent"]
            assert 100 * part.at[0].value == pytest.approx(figure, abs=1e-11)
            assert part.largest_n == published.loc[part.model, "n"]
            assert (part.at[-1].value is None) == (part.largest_n == 50)
        (gpt,) = (part for part in scores.parts if part.model.startswith("gpt-4o-2024-08-06"))
        percents = [round(100 * at_k.value, 3) for at_k in gpt.at]
        assert percents == [86.653, 91.075, 93.960, 94.846, 95.565, 96.083, 96.610]
        assert len(read_counts(DATA / "evalperf_wide.csv")) == 34 * 118

    def test_codegen_on_humaneval():
        scores = score(DATA / "humaneval_codegen16B_counts.csv", [1, 10, 100])
        percents = [round(100 * at_k.value, 3) for at_k in scores.parts[0].at]
        assert percents == [22.116, 50.379, 73.780]
        assert (scores.parts[0].problems, scores.parts[0].smallest_n) == (164, 100)


if FORMATS.is_dir():

    @pytest.mark.parametrize("name", ["inspect_log_trimmed.json", "inspect_epochs5_zstd.eval"])
    def test_the_claims_of_a_real_log_agree(name):
        result = recheck(FORMATS / name)
        assert result.ok
        assert [claim.k for claim in result.claims] == [1, 1, 2, 5, 2]
        assert {claim.status for claim in result.claims} == {"agrees"}

    def test_a_real_file_of_babelcode_has_padded_problems():
        result = recheck(FORMATS / "babelcode_metrics.json")
        found = ["differs", "no estimate", "no estimate", "no value"]
        assert [claim.status for claim in result.claims] == found
        for claim in result.claims[:3]:
            names = [cause.name for cause in claim.causes]
            assert "short problems padded with failures" in names
