"""Make the data of a film strip for a page, which shows the frames one at a time."""

from mctslib.draw.show import FilmStrip

PAGE = ("widgets/living/film_page.js",)


def data(strip: FilmStrip) -> dict[str, list[str]]:
    """Return the frames of a film strip and their captions."""
    return {"frames": list(strip.frames), "captions": list(strip.captions)}
