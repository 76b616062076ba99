"""Questions about play at home: at most eight, which end in a game and its house options.

A path through them is a string of digits: the number of the answer to each question so far. After
the last answer, digits behind a slash choose the options that the questions leave open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from bluffing.errors import SettingError
from bluffing.game import AnyRuleset
from bluffing.message import Message, message
from bluffing.options import Option, Value
from bluffing.rulesets import NAMED_GAMES, RULESETS

MOST_QUESTIONS = 8

_PLAIN = 2
"""Number of first answers that only say that the game has cards and that all are dealt."""

FACTS: Mapping[str, tuple[Value, ...]] = {
    "next_claim": ("up", "down"),
    "five_player_packs": (1, 2),
    "after_challenge": ("rotation", "winner_leads", "taker_leads"),
}
"""House options without a question, and the values that people may choose at the end."""


@dataclass(frozen=True, slots=True)
class HomeAnswer:
    """Answer, with the question that follows ("": none) and a picture of it in signs."""

    name: str
    then: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class HomeQuestion:
    """Question of the wizard; `name` is that of its words, which questions may share."""

    name: str
    answers: tuple[HomeAnswer, ...]

    @property
    def title(self) -> Message:
        """Return the question in words."""
        return message(f"home.{self.name}")

    def label(self, answer: HomeAnswer) -> Message:
        """Return an answer in a few words."""
        return message(f"home.{self.name}.{answer.name}")

    def says(self, answer: HomeAnswer) -> Message:
        """Return an answer as a rule of the game, in a sentence."""
        return message(f"home.{self.name}.{answer.name}.rule")


def _asks(name: str, **then: str) -> HomeQuestion:
    """Return a question with its answers, by the question that follows each."""
    answers = (HomeAnswer(key, *value.split("|")) for key, value in then.items())
    return HomeQuestion(name, tuple(answers))


HOME_QUESTIONS: Mapping[str, HomeQuestion] = {
    "what": _asks("what", cards="stock", percent="|%"),
    "stock": _asks("stock", no="claims", yes=""),
    "claims": _asks("claims", on="each|A 2 3", same="suit|7 7 7"),
    "suit": _asks("suit", no="who|7", yes="who suit"),
    "who": _asks("who", all="skip same", next="believe"),
    "believe": _asks("believe", no="sets", yes="sets"),
    "sets": _asks("sets", no="end", yes="end|7 7 7 7"),
    "skip same": _asks("skip", yes="cards", no="cards"),
    "who suit": _asks("who", all="open", next="open"),
    "open": _asks("open", yes="wild", no="wild"),
    "wild": _asks("wild", no="end", yes="end"),
    "cards": _asks("cards", one="end|1", more="end|1 2 3"),
    "end": _asks("end", first="", last=""),
    "each": _asks("each", more="near|1 2 3", one="near|1"),
    "near": _asks("near", no="skip on|7 8", yes="skip on|7 6 7 8"),
    "skip on": _asks("skip", no="ace", yes="ace"),
    "ace": _asks("ace", none="", spades="|A \u2660", hearts="|A \u2665", clubs="|A \u2663"),
}
"""Every question by its key."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End of a path so far: the next `question`, if any, after the `rules` known by then."""

    question: HomeQuestion | None
    rules: tuple[Message, ...]
    chosen: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class HomeGame:
    """Game at the end of a path, with its house options and the open ones (`facts`)."""

    game: AnyRuleset
    options: Mapping[str, Value]
    rules: tuple[Message, ...]
    facts: tuple[Option, ...]

    @property
    def title(self) -> Message:
        """Name of the game."""
        return self.game.called(self.options)

    def fact(self, option: Option) -> Value:
        """Value of a fact."""
        return self.options.get(option.key, option.default)


def stop(way: str) -> Stop:
    """Follow the answers of `way`."""
    question: HomeQuestion | None = HOME_QUESTIONS["what"]
    rules: list[Message] = []
    chosen: dict[str, str] = {}
    for digit in way.partition("/")[0]:
        assert question is not None, f"{way} goes on behind its end"
        answer = question.answers[int(digit)]
        rules.append(question.says(answer))
        chosen[question.name] = answer.name
        question = HOME_QUESTIONS.get(answer.then)
    return Stop(question, tuple(rules), chosen)


def home_game(way: str) -> HomeGame:
    """Return the game at the end of `way`."""
    reached, (_, _, digits) = stop(way), way.partition("/")
    assert reached.question is None, f"{way} has no end yet"
    game, options = _game(reached.chosen)
    facts = tuple(_facts(game, options))
    more = {
        fact.key: FACTS[fact.key][int(digit)] for fact, digit in zip(facts, digits, strict=False)
    }
    rules = reached.rules[_PLAIN:] or reached.rules[-1:]
    if options.get("first_claim") == "leader":
        rules = (*rules, message("home.leader"))
    return HomeGame(game, _differing(game, {**options, **more}), rules, facts)


def sentences(rules: Iterable[Message]) -> Message:
    """Say several rules as one text."""
    return reduce(lambda text, rule: message("home.and", text=text, rule=rule), rules)


def next_fact(way: str, fact: Option) -> str:
    """Return `way` with the next value for a fact."""
    reached, answers = home_game(way), way.partition("/")[0]
    places = [FACTS[each.key].index(reached.fact(each)) for each in reached.facts]
    at = reached.facts.index(fact)
    places[at] = (places[at] + 1) % len(FACTS[fact.key])
    return f"{answers}/{''.join(map(str, places))}"


def _facts(game: AnyRuleset, options: Mapping[str, Value]) -> list[Option]:
    """Return the facts of a game that agree with `options` at any value."""
    known = {option.key: option for option in game.options}
    return [
        known[key]
        for key in FACTS
        if key in known
        and key not in options
        and all(_agree(game, {**options, key: value}) for value in FACTS[key])
    ]


def _agree(game: AnyRuleset, options: Mapping[str, Value]) -> bool:
    try:
        game.house(options)
    except SettingError:
        return False
    return True


def _differing(game: AnyRuleset, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return the options without those that are the game's own defaults."""
    usual = {option.key: option.default for option in game.options}
    return {key: value for key, value in options.items() if usual[key] != value}


# --- from the answers to a game ------------------------------------------------------------------


def _game(chosen: Mapping[str, str]) -> tuple[AnyRuleset, dict[str, Value]]:
    if chosen["what"] == "percent":
        return RULESETS["doubt_it"], {}
    if chosen["stock"] == "yes":
        return RULESETS["valepaska"], {}
    if chosen["claims"] == "on":
        return RULESETS["bullshit"], _ranks_go_on(chosen)
    if chosen["suit"] == "yes":
        return RULESETS["menteur"], _suits(chosen)
    return _same_rank(chosen)


def _suits(chosen: Mapping[str, str]) -> dict[str, Value]:
    """Return the options of the game in which all claim the same suit."""
    return {
        "who_may_doubt": chosen["who"],
        "opening_face_up": chosen["open"] == "yes",
        "jokers": 2 if chosen["wild"] == "yes" else 0,
        "wild": "jokers" if chosen["wild"] == "yes" else "none",
        "play_on": chosen["end"] == "last",
    }


def _same_rank(chosen: Mapping[str, str]) -> tuple[AnyRuleset, dict[str, Value]]:
    """Return the game in which all claim the same rank until a player takes the pile."""
    play_on = chosen["end"] == "last"
    if chosen["who"] == "next":
        sets = "any_time" if chosen["sets"] == "yes" else "off"
        options: dict[str, Value] = {}
        if chosen["believe"] == "yes":
            options |= NAMED_GAMES["veryu"].preset.options
        return RULESETS["verish"], options | {"sets_of_four": sets, "play_on": play_on}
    single = chosen["cards"] == "one"
    if chosen["skip"] == "no":
        options = {"passing": "no", "cards_max": 1 if single else "none"}
        return RULESETS["bluff"], options | {"idi_one_card_lead_wins": False, "play_on": play_on}
    game = RULESETS["idi" if single else "bluff"]
    return game, {"play_on": True, "idi_one_card_lead_wins": False} if play_on else {}


def _ranks_go_on(chosen: Mapping[str, str]) -> dict[str, Value]:
    """Return the options of the games in which each player claims another rank."""
    options: dict[str, Value] = {}
    if chosen["each"] == "one":
        options |= NAMED_GAMES["mogeln"].preset.options
    if chosen["near"] == "yes":
        options |= NAMED_GAMES["cheat_neighbours"].preset.options
    if chosen["skip"] == "yes":
        alone = NAMED_GAMES["cheat_pass"].preset.options
        options |= {"passing": "turn"} if options else dict(alone)
    if chosen["ace"] != "none":
        options |= {"starts": f"ace_{chosen['ace']}", "first_claim": "ace"}
    return options
