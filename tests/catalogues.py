"""All catalogues of sentences: the games', the table's and the laboratory's."""

from appliance.words import catalogue
from lab.words import CATALOGUES

CATALOGUE_FOLDERS = (*catalogue.FOLDERS, CATALOGUES)
