// Make SVG and HTML elements, for the page scripts of several widgets.
const NS = "http://www.w3.org/2000/svg";

function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
}

function made(element, attributes, parent, text) {
  set(element, attributes);
  element.textContent = text;
  if (parent) parent.appendChild(element);
  return element;
}

// Return a new SVG element; if `parent` is given, add the element as its last child.
function make(name, attributes = {}, parent = null, text = "") {
  return made(document.createElementNS(NS, name), attributes, parent, text);
}

// Return a new HTML element; if `parent` is given, add the element as its last child.
function html(name, attributes = {}, parent = null, text = "") {
  return made(document.createElement(name), attributes, parent, text);
}
