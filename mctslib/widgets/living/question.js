// Respond to an answer in the same way as Python would.
export default ({ view, verdicts, noted, whole }) => {
  const sound = (value) =>
    value >= view.numbers[0] && value <= view.numbers[1] && (!whole || Number.isInteger(value));
  function saved(model) {
    const [, value] = model.get("event");
    if (!view.numbers) model.put({ answer: { chosen: value, ...verdicts[value] } });
    else if (sound(value)) model.put({ answer: { chosen: value, ...noted } });
    else model.put({ answer: { chosen: null, kind: "wrong", mark: "✗", html: view.hint } });
  }
  return [
    {
      state: { view, answer: { chosen: null, kind: "", mark: "", html: "" }, event: ["", null, 0] },
      saved,
    },
  ];
};
