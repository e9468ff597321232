"""Widgets that live on a page without a kernel: in the book, or in your own file.

    living.page(StepperView(trace))    HTML: a still picture, and the data with which the page moves
                                       it
    living.script(), living.styles()   what such pages need once, however many there are
    living.show()                      in a notebook: from now on its widgets leave such pages

Python has answered beforehand.  What a widget shows and what it would say to each click stands on
the page as data; its own page script draws it, and `living.js` stands where the kernel would be.
Without scripts the picture stays.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__, pages="can_live moving page show", bundle="script styles"
)
