"""Make the data of a film strip for a page, which shows one frame after the other."""

from mctslib.draw.show import FilmStrip

PAGE = ("widgets/living/film_page.js",)


def data(strip: FilmStrip) -> dict[str, list[str]]:
    """Return the frames and their captions."""
    return {"frames": list(strip.frames), "captions": list(strip.captions)}
