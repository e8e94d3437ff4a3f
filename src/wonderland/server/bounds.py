"""Types for input: every text, list and object has a maximum length that is checked while it is decoded.

A field of a request or a message without such a bound makes ``tests/server/http/test_bounds.py`` fail.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

#: Characters of any text in a request: more than any field stores, so that the refusal can name the field's own limit
#: ("a name has 1 to 24 characters").
MAX_TEXT_LENGTH = 1_000
MAX_WORD_LENGTH = 100  #: characters of an id, or of the name of a game, a bot or an option
MAX_OPTIONS = 32  #: options of a table
MAX_SEATS = 32  #: seats in a request: more than any game has, so that the game can say how many it takes
MAX_HEAD_BYTES = 65_536  #: of a request's head: the request line and all headers
#: Of one header. Browsers send every cookie that any program at this address has set, whatever its port.
MAX_HEADER_BYTES = 8_192
MAX_BODY_BYTES = 16_384  #: of a request's body, where a route does not say otherwise

Text = Annotated[str, Meta(max_length=MAX_TEXT_LENGTH)]
Word = Annotated[str, Meta(max_length=MAX_WORD_LENGTH)]
#: A game's options as JSON. Flat: no game has options within options.
Options = Annotated[dict[Word, bool | int | Word], Meta(max_length=MAX_OPTIONS)]
