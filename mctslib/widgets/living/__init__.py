"""Let widgets work on a page without a kernel: in the book, or in a file of one's own.

    living.page(StepperView(trace))    HTML: a still picture, and the data with which the page moves
                                       it
    living.script(), living.styles()   what such pages need once, however many there are
    living.show()                      in a notebook: from now on its widgets leave such pages

A widget that works without a kernel is called *living*.  Python has computed its answers
beforehand: the page holds, as data, what the widget shows and how it responds to each click.  The
widget's own page script draws it, and `living.js` takes the place of the kernel.  Without scripts
the still picture remains.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__, pages="can_live moving page show", bundle="script styles"
)
