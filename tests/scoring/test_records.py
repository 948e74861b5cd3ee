"""Records: runs, comebacks and short rounds, with the lines that made them."""

from typing import Any

import pytest
from played import LONG_NAME, MINE, YOURS, deal

from scoring import bauer, bauerchen, bohemian_watten
from scoring.bauerchen import Level, Meld, Rules
from scoring.game import Agreement, Game, replay
from scoring.people import People
from scoring.records import Feat, Record, feats_of, records, told_of
from scoring.sheet import Head, Sheet, Side

SIDES = (Side("Mein", ("Karl", "Erna")), Side("Dein", ("Hans", "Ruth")))
TO_MINE = deal(MINE, Level.SCHWARZ, 2)
TO_YOURS = deal(YOURS, Level.SCHWARZ, 2)
FAR = Rules(round_target=51)


def sheet(
    *entries: Any,
    rules: object = Rules(),
    sides: tuple[Side, ...] = SIDES,
    game: Game[Any, Any] = bauerchen.GAME,
) -> Sheet:
    agreement = Agreement(rules, sides=len(sides))
    return Sheet(Head(sides), replay(game, agreement, entries))


def told(of: Sheet) -> dict[tuple[Record, str], tuple[int, int]]:
    return {(each.record, each.side): (each.size, each.place) for each in feats_of(of)}


def test_a_meld_does_not_end_a_run_of_deals() -> None:
    feats = told(sheet(deal(MINE), Meld(YOURS, 20), deal(MINE), deal(YOURS), deal(MINE)))
    assert feats == {(Record.DEALS_IN_A_ROW, "Mein"): (2, 2)}


def test_of_two_runs_the_longer_one_is_kept_and_of_equal_ones_the_first() -> None:
    mine, yours = deal(MINE), deal(YOURS)
    feats = told(sheet(mine, mine, yours, mine, mine, mine, yours, mine, mine, mine, rules=FAR))
    assert feats == {(Record.DEALS_IN_A_ROW, "Mein"): (3, 5)}


def test_a_solo_is_a_deal_of_the_side_that_it_was_written_for() -> None:
    lost = bauerchen.Solo(YOURS, won=False)
    feats = told(sheet(deal(MINE), lost))
    assert feats[Record.DEALS_IN_A_ROW, "Mein"] == (2, 1)


def test_rounds_in_a_row_lead_to_the_line_that_ended_the_last_of_them() -> None:
    feats = told(sheet(TO_YOURS, TO_MINE, Meld(YOURS, 20), TO_MINE, TO_YOURS))
    assert feats[Record.ROUNDS_IN_A_ROW, "Mein"] == (2, 3)
    assert (Record.ROUNDS_IN_A_ROW, "Dein") not in feats


def test_a_comeback_is_the_largest_lead_that_was_lost_in_the_round() -> None:
    feats = told(sheet(deal(YOURS), Meld(YOURS, 20), deal(MINE), TO_MINE))
    assert feats[Record.COMEBACK, "Mein"] == (2, 3)
    assert (Record.COMEBACK, "Dein") not in feats


def test_what_was_behind_in_an_earlier_round_is_no_comeback() -> None:
    feats = told(sheet(deal(YOURS), TO_YOURS, TO_MINE))
    assert (Record.COMEBACK, "Mein") not in feats


def test_where_scores_are_counted_down_the_one_with_more_is_behind() -> None:
    tricks = ((0, 8), (0, 8), *((8, 0),) * 5)
    played = sheet(*map(bauer.Deal, tricks), rules=bauer.Rules(), game=bauer.GAME)
    assert played.replay.states[2].score == (10, 4)
    assert told(played)[Record.COMEBACK, "Mein"] == (6, 6)


def test_the_shortest_round_is_told_by_its_deals() -> None:
    feats = told(sheet(deal(MINE), Meld(MINE, 20), TO_MINE, TO_MINE, TO_YOURS, TO_MINE))
    assert feats[Record.SHORTEST, "Mein"] == (1, 3)
    assert feats[Record.SHORTEST, "Dein"] == (1, 4)


def test_a_round_won_by_carried_points_alone_is_one_more_in_a_row_but_not_the_shortest() -> None:
    rules = Rules(round_target=6, carry_over=True)
    feats = told(sheet(deal(MINE, Level.SCHWARZ, 2), rules=rules))
    assert feats[Record.ROUNDS_IN_A_ROW, "Mein"] == (2, 0)
    assert feats[Record.SHORTEST, "Mein"] == (1, 0)


def test_a_game_with_two_winners_ends_a_run_and_is_no_record() -> None:
    alone, both = (bohemian_watten.Deal(tricks) for tricks in ((5, 0, 0), (2, 2, 1)))
    feats = told(
        sheet(
            *(both, both, alone, both, alone),
            rules=bohemian_watten.Rules(start=2),
            sides=tuple(map(Side, "ABC")),
            game=bohemian_watten.GAME,
        )
    )
    assert feats == {(Record.SHORTEST, "A"): (1, 2)}


def test_of_a_side_only_those_players_are_told_whose_names_stand_on_the_sheet_once() -> None:
    sides = (Side("Mein", ("Karl", "Hans")), Side("Dein", ("Hans", "Ruth")))
    (feat,) = feats_of(sheet(deal(MINE), deal(MINE), sides=sides))
    assert (feat.side, feat.players) == ("Mein", ("Karl",))


def feat(record: Record, size: int, *players: str) -> Feat:
    return Feat(record, size, "Mein", players, 0)


@pytest.mark.parametrize(
    ("record", "best"), [(Record.SHORTEST, "second"), (Record.COMEBACK, "first")]
)
def test_the_greatest_is_the_record_but_of_rounds_the_shortest(record: Record, best: str) -> None:
    first, second = feat(record, 7), feat(record, 4)
    found = records([("first", first), ("second", second), ("third", second)])
    assert found == {record: best}


def test_a_pair_has_only_the_records_that_both_have_made_together() -> None:
    together = feat(Record.COMEBACK, 3, "Erna", "Karl", LONG_NAME)
    alone = feat(Record.COMEBACK, 9, "Karl")
    found = records([("one", alone), ("two", together)], ("Karl", "Erna"))
    assert found == {Record.COMEBACK: "two"}
    assert records([("one", alone)], ("Erna",)) == {}


def test_a_record_is_told_of_people_who_are_counted_by_the_names_they_are_known_by() -> None:
    people = People({"karl": "Karl", "K.": "Karl"}, {"Erna"})
    told_so = told_of(feat(Record.COMEBACK, 3, "karl", "Erna", "K."), people)
    assert told_so.players == ("Karl",)
