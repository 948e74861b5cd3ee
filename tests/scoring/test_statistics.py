"""Statistics of players and pairs: who is counted, and that sheets add up."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import replays, sheets_of_people
from worked import PLAYED, example, reported

from scoring import bauer, bauerchen
from scoring.bauerchen import BauerchenEntry, Deal, Level, Meld, PlayerFigures, SideFigures, Solo
from scoring.figures import Figures
from scoring.game import Agreement, Entry, Game, Replay, replay
from scoring.games import GAMES
from scoring.ledger import Owed
from scoring.sheet import Head, Sheet, Side, write_sheet
from scoring.statistics import Statistics, by_game, of_sheet, report

KARL_ERNA, HANS_RUTH = ("Karl", "Erna"), ("Hans", "Ruth")
WON_BY_0 = Deal(winner=0, level=Level.SCHNEIDER)


def sheet(
    *players: tuple[str, ...],
    entries: Sequence[BauerchenEntry] = (WON_BY_0,),
    game: Game[Any, Any] = bauerchen.GAME,
    rules: object = None,
) -> Sheet:
    """Return a sheet with the players of each side, none if they are not named."""
    sides = tuple(Side(f"side {at}", names) for at, names in enumerate(players))
    agreement = Agreement(rules or game.rules(), sides=len(sides))
    return Sheet(Head(sides), replay(game, agreement, entries))


# Who is counted


def test_players_have_the_figures_of_their_seat_and_pairs_those_of_their_side() -> None:
    worked = example("evening")
    counted, found = bauerchen.GAME.figures(worked.replay), of_sheet(worked)
    assert found.evenings == 1
    assert found.players == dict(zip(("Karl", "Hans", "Erna", "Ruth"), counted.seats, strict=True))
    assert found.pairs == {
        ("Erna", "Karl"): counted.sides[0],
        ("Hans", "Ruth"): counted.sides[1],
    }


def test_a_sheet_counts_only_for_those_whom_it_names() -> None:
    nobody, one_side = of_sheet(sheet((), ())), of_sheet(sheet((), HANS_RUTH))
    assert (nobody.evenings, nobody.players, nobody.pairs) == (1, {}, {})
    assert one_side.evenings == 1
    assert (set(one_side.players), set(one_side.pairs)) == ({"Hans", "Ruth"}, {("Hans", "Ruth")})


def test_the_name_of_a_side_is_no_player() -> None:
    named = Head((Side("Karl", HANS_RUTH), Side("Hans")))
    found = of_sheet(replace(sheet((), ()), head=named))
    assert set(found.players) == {"Hans", "Ruth"}


@pytest.mark.parametrize(
    ("players", "counted", "pairs"),
    [
        ((("Karl", "Karl"), HANS_RUTH), {"Hans", "Ruth"}, {("Hans", "Ruth")}),
        ((("Karl", "Erna"), ("Hans", "Karl")), {"Erna", "Hans"}, set()),
        ((("Karl", "Erna"), ("Erna", "Karl")), set(), set()),
        ((("Karl", "Karl"), ("Karl", "Karl")), set(), set()),
        ((("Karl", "Karl"), ()), set(), set()),
    ],
)
def test_a_name_at_several_places_counts_at_none_of_them(
    players: tuple[tuple[str, ...], ...], counted: set[str], pairs: set[tuple[str, str]]
) -> None:
    found = of_sheet(sheet(*players))
    assert (set(found.players), set(found.pairs)) == (counted, pairs)


def test_names_are_compared_exactly() -> None:
    alike = (("Jörg", "Jo\u0308rg"), ("jörg", "Jörg "))
    assert set(of_sheet(sheet(*alike)).players) == {*alike[0], *alike[1]}


def test_a_pair_is_the_same_however_it_sits() -> None:
    turned = [sheet(KARL_ERNA, HANS_RUTH), sheet(HANS_RUTH, ("Erna", "Karl"))]
    pairs = by_game(turned)["bauerchen"].pairs
    assert {names: figures.evenings for names, figures in pairs.items()} == {
        ("Erna", "Karl"): 2,
        ("Hans", "Ruth"): 2,
    }
    karl_erna = pairs["Erna", "Karl"]
    assert isinstance(karl_erna, SideFigures)
    assert (karl_erna.deals, karl_erna.deals_won) == (2, 1)


def test_only_a_player_announces() -> None:
    found = of_sheet(sheet(KARL_ERNA, HANS_RUTH))
    assert all(type(figures) is SideFigures for figures in found.pairs.values())
    assert all(type(figures) is PlayerFigures for figures in found.players.values())
    assert {name for name, figures in found.players.items() if vars(figures)["announced"]} == {
        "Hans"
    }


def test_three_on_a_side_are_players_and_no_pair() -> None:
    threes = (("Karl", "Erna", "Ute"), ("Hans", "Ruth", "Max"))
    entries: Any = [bauer.Deal((8, 0), stoss=2, declarer=0)]
    found = of_sheet(
        sheet(*threes, entries=entries, game=bauer.GAME, rules=bauer.Rules(players_per_side=3))
    )
    assert found.pairs == {}
    won, lost = Figures(1, 1, 1, 1), Figures(1, 1, 1, 0)
    assert found.players == {**dict.fromkeys(threes[0], won), **dict.fromkeys(threes[1], lost)}


@pytest.mark.parametrize(("game", "players"), [("schlauch", 3), ("bohemian-watten", 7)])
def test_who_plays_alone_is_a_player_and_no_pair(game: str, players: int) -> None:
    names = [(f"player {number}",) for number in range(players)]
    found, nothing = of_sheet(sheet(*names, entries=(), game=GAMES[game])), Figures(1, 0, 0, 0)
    against = dict.fromkeys(permutations([name for (name,) in names], 2), nothing)
    assert found == Statistics(1, {name: nothing for (name,) in names}, {}, against)


def test_who_plays_alone_has_the_games_of_the_own_seat() -> None:
    worked = example("bohemian-watten")
    named = Head(tuple(Side(side.name, (side.name,)) for side in worked.head.sides))
    players = of_sheet(replace(worked, head=named)).players
    assert {name: figures.rounds_won for name, figures in players.items()} == {
        "Ute": 1,
        "Max": 0,
        "Isa": 0,
    }


def test_a_player_has_own_figures_against_each_player_of_the_other_side() -> None:
    found = of_sheet(sheet(KARL_ERNA, HANS_RUTH))
    ours, theirs = KARL_ERNA, HANS_RUTH
    assert found.against == {
        (name, other): found.players[name]
        for one, another in ((ours, theirs), (theirs, ours))
        for name in one
        for other in another
    }


def test_who_has_no_name_or_two_places_is_nobodys_opponent() -> None:
    assert of_sheet(sheet(KARL_ERNA, ())).against == {}
    found = of_sheet(sheet(("Karl", "Erna"), ("Hans", "Karl")))
    assert set(found.against) == {("Erna", "Hans"), ("Hans", "Erna")}


def test_a_table_has_deals_and_rounds_whoever_is_named() -> None:
    worked = example("evening")
    figures = bauerchen.GAME.figures(worked.replay).sides[0]
    named, nobody = of_sheet(worked), of_sheet(sheet((), ()))
    assert (named.deals, named.rounds) == (figures.deals, figures.rounds)
    assert (nobody.deals, nobody.rounds) == (1, 0)
    assert (named.nameless, nobody.nameless) == (0, 1)


# Sheets together


def test_figures_of_several_sheets_are_added_for_each_player() -> None:
    other_partners = sheet(("Karl", "Hans"), ("Erna", "Ute"), entries=[WON_BY_0, Meld(1, 20)])
    found = by_game([sheet(KARL_ERNA, HANS_RUTH), other_partners])["bauerchen"]
    told = {
        name: (figures.evenings, vars(figures)["deals_won"], vars(figures)["points"])
        for name, figures in found.players.items()
    }
    assert found.evenings == 2
    assert told == {
        "Karl": (2, 2, 6),
        "Erna": (2, 1, 4),
        "Hans": (2, 1, 3),
        "Ruth": (1, 0, 0),
        "Ute": (1, 0, 1),
    }
    assert set(found.pairs) == {
        ("Erna", "Karl"),
        ("Hans", "Ruth"),
        ("Hans", "Karl"),
        ("Erna", "Ute"),
    }


def test_games_are_told_apart_in_the_order_of_the_registry() -> None:
    worked = [example(name) for name in (*reversed(PLAYED), *PLAYED)]
    found = by_game(worked)
    assert list(found) == list(GAMES)
    assert {game: each.evenings for game, each in found.items()} == Counter(
        each.game.key for each in worked
    )


def test_only_games_that_occur_are_told() -> None:
    assert list(by_game([example("schlauch"), example("evening")])) == ["bauerchen", "schlauch"]
    assert by_game([]) == {}


def test_what_was_counted_on_a_sheet_stays_when_it_is_added_to_others() -> None:
    one, other = of_sheet(sheet(KARL_ERNA, ())), of_sheet(sheet(KARL_ERNA, ()))
    together = Statistics()
    together.add(one)
    together.add(one)
    assert one == other
    assert together.players["Karl"].evenings == 2


def test_what_the_table_counts_is_added_too() -> None:
    found = by_game([sheet(KARL_ERNA, HANS_RUTH), sheet((), ()), sheet(HANS_RUTH, KARL_ERNA)])
    together = found["bauerchen"]
    assert (together.evenings, together.deals, together.nameless) == (3, 3, 1)
    against = together.against["Karl", "Hans"]
    assert isinstance(against, PlayerFigures)
    assert (against.evenings, against.deals, against.deals_won) == (2, 2, 1)


# What is printed


def test_the_report_has_players_and_pairs_sorted_by_code_point() -> None:
    names = (("Ärne", "Zoe"), ("adam", "Bert"))
    told: Any = report(by_game([sheet(*names)]))["bauerchen"]
    assert list(told) == ["evenings", "players", "pairs"]
    assert list(told["players"]) == ["Bert", "Zoe", "adam", "Ärne"]
    assert list(told["pairs"]) == ["Bert & adam", "Zoe & Ärne"]


def test_the_report_tells_every_figure_even_of_nothing() -> None:
    told: Any = report(by_game([sheet(KARL_ERNA, HANS_RUTH, entries=())]))["bauerchen"]
    own = {"announced", "announced_won"}
    assert set(told["players"]["Karl"]) == own | set(told["pairs"]["Erna & Karl"])
    assert {key for key, n in told["players"]["Karl"].items() if n} == {"evenings"}


def test_two_pairs_that_are_called_the_same_are_one_in_the_report() -> None:
    ambiguous = sheet(("A", "B & C"), ("A & B", "C"))
    found = by_game([ambiguous])
    assert len(found["bauerchen"].pairs) == 2
    told: Any = report(found)["bauerchen"]
    assert list(told["pairs"]) == ["A & B & C"]
    assert told["pairs"]["A & B & C"]["evenings"] == 2


# Any evenings, counted anew in plain loops


def printed(sheets: Sequence[Sheet]) -> Any:
    """Return the report as parsed JSON."""
    return json.loads(json.dumps(report(by_game(sheets))))


def counted_anew(sheets: Sequence[Sheet]) -> Any:
    """Count as the report does, on what the files and the score lines of the sheets say."""
    found: Any = {}
    for sheet in sheets:
        raw: Any = write_sheet(sheet)
        of_game = found.setdefault(raw["game"], {"evenings": 0, "players": {}, "pairs": {}})
        of_game["evenings"] += 1
        players = [side.get("players", []) for side in raw["sides"]]
        for kind, name, side, seat in places(players):
            count = bauerchen_anew if raw["game"] == "bauerchen" else cousin_anew
            counted = count(raw, reported(sheet), side, seat)
            of_game[kind].setdefault(name, Counter()).update(counted)
    return found


def places(players: Sequence[Sequence[str]]) -> Iterator[tuple[str, str, int, int | None]]:
    """Yield each player with side and seat, and each pair with its side."""
    everybody = list(chain(*players))
    for side, names in enumerate(players):
        for number, name in enumerate(names):
            if everybody.count(name) == 1:
                yield "players", name, side, number * len(players) + side
        if len(names) == 2 and all(everybody.count(name) == 1 for name in names):
            yield "pairs", f"{min(names)} & {max(names)}", side, None


def bauerchen_anew(raw: Any, line: Any, side: int, seat: int | None) -> Counter[str]:
    found, dealer, rounds = Counter(evenings=1), raw.get("first_dealer", 0), iter(line["rounds"])
    for entry, wrote in zip(raw["entries"], line["entries"], strict=True):
        forehand = (dealer + 1) % 4
        found["points"] += wrote["points"][side]
        if entry["type"] == "meld":
            found[f"melds_{entry['cards']}"] += entry["side"] == side
        elif entry["type"] == "solo":
            sat = entry["side"] + 2 * entry["player"] if "player" in entry else None
            if entry["side"] == side if seat is None else sat == seat:
                found.update(solos=1, solos_won=entry["won"])
        else:
            found.update(deal_anew(entry, wrote["points"], side, forehand))
            if seat == forehand and entry.get("home", side) == side:
                found.update(announced=1, announced_won=wrote["points"][side] > 0)
        for _ in range(wrote["ended_rounds"]):
            found.update(round_anew(next(rounds), side))
        if entry["type"] != "meld" or wrote["ended_rounds"]:
            dealer = forehand
    return found


def deal_anew(entry: Any, points: Sequence[int], side: int, forehand: int) -> Counter[str]:
    """Count a deal by the game points that it wrote."""
    home, won, spritzen = (
        entry.get("home", forehand % 2),
        points[side] > 0,
        entry.get("spritzen", 0),
    )
    where = "home" if home == side else "away"
    found = Counter({"deals": 1, "deals_won": won, f"{where}_deals": 1, f"{where}_won": won})
    if spritzen:
        found.update(spritzed_deals=1, spritzed_won=won)
    level = max(points) // 2**spritzen - (points[home] == 0)
    if won and level > 1:
        found[{2: "schneider", 3: "schwarz"}[level]] += 1
    return found


def round_anew(ended: Any, side: int) -> Counter[str]:
    won = ended["winner"] == side
    found = Counter(rounds=1, rounds_won=won)
    if ended["decider"]:
        found.update(deciders=1, deciders_won=won)
    if ended["stein"]:
        found["steins_won" if won else "steins_lost"] += 1
    return found


def cousin_anew(raw: Any, line: Any, side: int, _seat: int | None) -> Counter[str]:
    deals = [entry for entry in raw["entries"] if entry["type"] in {"deal", "hand", "force"}]
    rounds = line["rounds"] if raw["game"] == "schlauch" else line["games"]
    won = sum(side in winners_anew(ended) for ended in rounds)
    return Counter(evenings=1, deals=len(deals), rounds=len(rounds), rounds_won=won)


def winners_anew(ended: Any) -> list[int]:
    if "points" in ended:
        points = ended["points"]
        return [at for at in range(3) if points[at] == max(points) > min(points)]
    winners: list[int] = ended.get("winners", [ended.get("winner")])
    return winners


@given(st.lists(sheets_of_people(), max_size=4))
def test_what_is_counted_is_what_files_and_score_lines_say(sheets: list[Sheet]) -> None:
    found = printed(sheets)
    assert list(found) == [game for game in GAMES if game in found]
    assert_same(found, counted_anew(sheets))


def assert_same(found: Any, expected: Any) -> None:
    """Compare with counters, which leave out what did not happen."""
    assert found.keys() == expected.keys()
    for game, of_game in found.items():
        assert of_game["evenings"] == expected[game]["evenings"]
        for kind in ("players", "pairs"):
            assert of_game[kind].keys() == expected[game][kind].keys()
            for name, figures in of_game[kind].items():
                assert figures == {**dict.fromkeys(figures, 0), **expected[game][kind][name]}


@given(st.lists(sheets_of_people(), max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_the_sheets_makes_no_difference(sheets: list[Sheet], chance: Any) -> None:
    shuffled = [*sheets]
    chance.shuffle(shuffled)
    assert json.dumps(report(by_game(sheets))) == json.dumps(report(by_game(shuffled)))


@given(st.lists(sheets_of_people(), max_size=4), st.integers(0, 4))
def test_two_halves_add_up_to_the_whole(sheets: list[Sheet], cut: int) -> None:
    whole, found = by_game(sheets), by_game(sheets[:cut])
    for game, rest in by_game(sheets[cut:]).items():
        found.setdefault(game, Statistics()).add(rest)
    assert found == whole


# The table, turned by a seat


def turned(sheet: Sheet) -> Sheet:
    """Return a sheet of Bauerchen on which everybody sits one seat further, on the other side."""
    (mine, yours), agreed = sheet.head.sides, sheet.replay.agreement
    sides = (yours, Side(mine.name, mine.players[::-1]))
    agreement = replace(agreed, first_dealer=(agreed.first_dealer - 1) % 4)
    entries = map(turned_entry, sheet.replay.entries)
    return Sheet(replace(sheet.head, sides=sides), replay(sheet.game, agreement, entries))


def turned_entry(entry: Entry) -> Entry:
    match entry:
        case Meld():
            return replace(entry, side=1 - entry.side)
        case Solo(side=0, player=int(player)):
            return replace(entry, side=1, player=1 - player)
        case Solo():
            return replace(entry, side=1 - entry.side)
        case Deal():
            return replace(
                entry,
                winner=None if entry.winner is None else 1 - entry.winner,
                card_points=entry.card_points and entry.card_points[::-1],
                home=None if entry.home is None else 1 - entry.home,
            )
    raise TypeError(entry)


@given(replays())
def test_where_the_table_begins_makes_no_difference_to_anybody(played: Replay[Any, Any]) -> None:
    """Whom a loser owes a Stein depends on their places on the sheet, but not how many."""
    sheet = Sheet(Head((Side("M", KARL_ERNA), Side("D", HANS_RUTH))), played)
    found, after = of_sheet(sheet), of_sheet(turned(sheet))
    assert replace(after, owed=Owed()) == replace(found, owed=Owed())
    for place in (0, 1):
        assert by_one(after.owed, place) == by_one(found.owed, place)


def by_one(owed: Owed, place: int) -> Counter[str]:
    """Return how many Steine each of those who owe has to pay, or each of the others gets."""
    return sum((Counter({names[place]: n}) for names, n in owed.by_name.items()), Counter())


@given(replays())
def test_what_one_side_wins_the_other_loses(played: Replay[Any, Any]) -> None:
    counted = bauerchen.GAME.figures(played)
    mine, yours = ({**vars(figures)} for figures in counted.sides)
    seats = [vars(figures) for figures in counted.seats]
    for key in ("deals", "spritzed_deals", "rounds", "deciders"):
        assert mine[key] == yours[key]
    for what in ("deals", "spritzed", "rounds", "deciders"):
        total = {"spritzed": "spritzed_deals"}.get(what, what)
        assert mine[f"{what}_won"] + yours[f"{what}_won"] == mine[total]
    for ours, theirs in ((mine, yours), (yours, mine)):
        assert ours["home_deals"] == theirs["away_deals"]
        assert ours["home_won"] + theirs["away_won"] == ours["home_deals"]
        assert ours["home_won"] + ours["away_won"] == ours["deals_won"]
        assert ours["schneider"] + ours["schwarz"] <= ours["deals_won"]
        assert ours["steins_won"] == theirs["steins_lost"]
    assert mine["points"] + yours["points"] == sum(
        state.line.points for state in played.states if state.line
    )
    for key, at_home in (("announced", "home_deals"), ("announced_won", "home_won")):
        assert sum(seat[key] for seat in seats) <= mine[at_home] + yours[at_home]
    assert sum(seat["solos"] for seat in seats) <= mine["solos"] + yours["solos"]
