"""A film strip on a page: one frame after the other, at one place."""

from mctslib.draw.show import FilmStrip

PAGE = ("widgets/living/film_page.js",)


def data(strip: FilmStrip) -> dict[str, list[str]]:
    """Return the frames and their captions."""
    return {"frames": list(strip.frames), "captions": list(strip.captions)}
