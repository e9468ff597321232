"""Let widgets work on a page without a kernel: in the book, or in a file of your own.

    living.page(StepperView(trace))    returns HTML: a still picture, and the data with which the
                                       page redraws it
    living.script(), living.styles()   return the script and the styles that a page needs once,
                                       however many widgets it has
    living.show() makes the widgets of a notebook leave this HTML from now on

A widget that works without a kernel is called *living*.  Python computes its responses beforehand.
The page then contains, as data, everything that the widget shows, and its response to each click.
The widget's own page script draws the widget, and `living.js` takes the place of the kernel.  If
scripts are switched off, the page shows the still picture.
"""

from mctslib.offer import offer

__all__, __getattr__, __dir__ = offer(
    __name__, pages="can_live moving page show", bundle="script styles"
)
