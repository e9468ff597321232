"""Pictures that try to run a script, to load something, or to draw outside their own area."""

from mctslib.draw.svg import document, element

RUN = "window.hit=1"  # the script that each picture tries to run
IMAGE = f'<img src="x:" onerror="{RUN}">'  # a browser that reads this text as HTML runs the script
AWAY = "http://127.0.0.1:9/away.svg"  # the address that some pictures try to load
XHTML = "http://www.w3.org/1999/xhtml"
XLINK = "http://www.w3.org/1999/xlink"
MATHML = "http://www.w3.org/1998/Math/MathML"


def _inside(harm):
    """Return one of our own pictures with the text `harm` inserted."""
    return document(harm, 90, 90, "words")


def _rooted(attributes):
    """Return one of our own pictures with these attributes in its first tag."""
    return _inside(element("rect", width=5, height=5)).replace("<svg", f"<svg {attributes}", 1)


def _foreign(html):
    """Return a part of a picture that contains HTML."""
    return f"<foreignObject>{html}</foreignObject>"


def _changed_address():
    """Return an animation that changes the address of a link."""
    return f'<set attributeName="href" to="javascript:{RUN}"/>'


INSIDE = {
    "comment that ends at once": f"<!--> {IMAGE} -->",
    "comment that ends later": f"<!-- --!> {IMAGE} -->".replace("-- --!", "x --!"),
    "processing instruction": f"<?x >{IMAGE}?>",
    "instruction in words": f"<text>a<?x >{IMAGE}?>b</text>",
    "CDATA": f"<text><![CDATA[</text></svg>{IMAGE}]]></text>",
    "CDATA of a script": f"<text><![CDATA[<script>{RUN}</script>]]></text>",
    "words that are tags": f"<text>&lt;/svg&gt;&lt;script&gt;{RUN}&lt;/script&gt;</text>",
    "label that is a tag": f'<g aria-label="&quot;&gt;&lt;script&gt;{RUN}&lt;/script&gt;"/>',
    "script": f"<script>{RUN}</script>",
    "script elsewhere": f'<script href="{AWAY}"/>',
    "script in capitals": f"<SCRIPT>{RUN}</SCRIPT>",
    "script of HTML": f'<script xmlns="http://www.w3.org/1999/xhtml">{RUN}</script>',
    "script with a prefix": f'<s:script xmlns:s="http://www.w3.org/2000/svg">{RUN}</s:script>',
    "image of HTML": f'<img xmlns="http://www.w3.org/1999/xhtml" src="x:" onerror="{RUN}"/>',
    "foreign object": _foreign(f'<body xmlns="{XHTML}" onload="{RUN}"/>'),
    "frame in a foreign object": _foreign(f"<iframe srcdoc='&lt;script>{RUN}&lt;/script>'/>"),
    "title with HTML": f"<title>{IMAGE.replace('>', '/>')}</title>",
    "description": f"<desc><style>*{{background:url({AWAY})}}</style></desc>",
    "load": f'<g onload="{RUN}"/>',
    "click": f'<rect width="90" height="90" onclick="{RUN}"/>',
    "focus": f'<g tabindex="0" onfocus="{RUN}" autofocus="true"/>',
    "begin of an animation": f'<animate attributeName="x" dur="1s" onbegin="{RUN}"/>',
    "animation of an address": f'<a href="#">{_changed_address()}<text>x</text></a>',
    "link": f'<a href="javascript:{RUN}"><text>x</text></a>',
    "old link": f'<a xmlns:xlink="{XLINK}" xlink:href="javascript:{RUN}"><text>x</text></a>',
    "data address": '<use href="data:image/svg+xml;base64,PHN2Zy8+#x"/>',
    "image elsewhere": f'<image href="{AWAY}" width="9" height="9"/>',
    "use elsewhere": f'<use href="{AWAY}#x"/>',
    "fill elsewhere": f'<rect width="9" height="9" fill="url({AWAY}#x)"/>',
    "fill in an entity": f'<rect width="9" height="9" fill="u&#114;l({AWAY}#x)"/>',
    "fill with an escape": f'<rect width="9" height="9" fill="\\75rl({AWAY}#x)"/>',
    "fill in capitals": f'<rect width="9" height="9" fill="URL({AWAY}#x)"/>',
    "filter": f'<rect width="9" height="9" filter="url({AWAY}#x)"/>',
    "mask": f'<rect width="9" height="9" mask="url({AWAY}#x)"/>',
    "mark": f'<path d="M0 0L9 9" marker-end="url({AWAY}#x)"/>',
    "pointer": f'<rect width="9" height="9" cursor="url({AWAY}),auto"/>',
    "style attribute": '<g style="position:fixed;inset:0"/>',
    "style with an address": f'<g style="background:url({AWAY})"/>',
    "style sheet": f"<style>@import url({AWAY});</style>",
    "style sheet that hides the page": "<style>body{display:none}</style>",
    "name of the page's own": '<g id="main"/>',
    "math": f'<math xmlns="{MATHML}"><mtext>{IMAGE.replace(">", "/>")}</mtext></math>',
    "handler with a line break": f'<g\nonload="{RUN}"/>',
    "base of another namespace": f'<g xml:base="{AWAY}"/>',
}
ROOTS = {
    "handler of the root": f'onload="{RUN}"',
    "name of the root": 'id="main"',
    "class and place of the root": 'tabindex="0" onfocus="window.hit=1" autofocus=""',
}
DOCUMENT = _inside(element("rect", width=5, height=5))
WHOLE = {
    "page of its own": f"<!DOCTYPE html><html><body>{IMAGE}</body></html>",
    "style beside ours": DOCUMENT.replace("max-width", "position:fixed;max-width"),
    "entity": f"<!DOCTYPE svg [<!ENTITY e '<script>{RUN}</script>'>]>"
    + DOCUMENT.replace("</svg>", "&e;</svg>"),
    "style sheet before it": f'<?xml-stylesheet href="{AWAY}"?>{DOCUMENT}',
    "comment before it": f"<!--> {IMAGE} -->{DOCUMENT}",
    "comment after it": f"{DOCUMENT}<!--> {IMAGE} -->",
    "doctype with a tag": f"<!DOCTYPE svg SYSTEM '> {IMAGE}'>{DOCUMENT}",
    "not closed": DOCUMENT.replace("</svg>", IMAGE),
    "deep": _inside("<g>" * 3_000 + "</g>" * 3_000),
    "no paper": DOCUMENT.replace('"paper"', '"p"'),
}

PICTURES = {name: _inside(harm) for name, harm in INSIDE.items()}
PICTURES |= {name: _rooted(attributes) for name, attributes in ROOTS.items()}
PICTURES |= WHOLE


class Pretty:
    """A state of a game that draws itself as the given picture."""

    def __init__(self, own):
        self.own = own

    def _repr_svg_(self):
        return self.own

    def __str__(self):
        return "in words"
