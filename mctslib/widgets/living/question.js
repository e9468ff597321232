// Respond to an answer in the same way as Python would.
export default ({ key, view, verdicts, noted, whole }) => {
  // In front of the result of a prediction (binder/book/doors.py), say what the reader predicted.
  function repeat(value) {
    const option = document.createElement("p");
    option.innerHTML = view.options[value] ?? "";
    const words = view.numbers ? value.toLocaleString("en-US") : `“${option.textContent.replace(/\.$/, "")}”`;
    for (const place of document.querySelectorAll(`[data-predicted="${key}"]`))
      place.textContent = `You predicted ${words}. `;
  }
  const sound = (value) =>
    value >= view.numbers[0] && value <= view.numbers[1] && (!whole || Number.isInteger(value));
  function saved(model) {
    const [, value] = model.get("event");
    if (!view.numbers) model.put({ answer: { chosen: value, ...verdicts[value] } });
    else if (sound(value)) model.put({ answer: { chosen: value, ...noted } });
    else return model.put({ answer: { chosen: null, kind: "wrong", mark: "✗", html: view.hint } });
    repeat(value);
  }
  return [
    {
      state: { view, answer: { chosen: null, kind: "", mark: "", html: "" }, event: ["", null, 0] },
      saved,
    },
  ];
};
