"""An error is two messages: what happened, and what to do."""

import pickle

from appliance.errors import ConfigError
from bluffing.message import message
from lab.words import words_of


def test_an_error_says_what_happened_and_what_to_do() -> None:
    error = ConfigError(message("text", text="no such file"), message("text", text="name one"))
    assert words_of("en").say(error.says) == "no such file: name one"


def test_what_happened_may_say_enough() -> None:
    assert ConfigError(message("text", text="no such file")).says.code == "text"


def test_an_error_comes_whole_out_of_another_process() -> None:
    error = ConfigError(message("list.last", left="a", right="b"), message("text", text="c"))
    assert pickle.loads(pickle.dumps(error)).says == error.says  # noqa: S301 - our own


def test_a_traceback_shows_the_code_and_its_values() -> None:
    assert str(message("seat", number=2)) == "seat(number=2)"
