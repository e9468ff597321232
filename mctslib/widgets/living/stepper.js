// Answer the page of a stepper in place of Python: send the frame of a position, and its question.  A
// position is the state of the search after one phase of an iteration.
export default ({ state, at, first, frames, questions, words }) => {
  const last = first + frames.length - 1;
  const given = new Map();
  let position = at;
  let depth = 0;
  let predict = state.predict;
  let verdict = "";
  let notice = "";

  // Return the questions at this position; there are none within an iteration.
  const asked = () => (position % 4 ? [] : (questions[position / 4 + 1] ?? []));
  const key = (k) => `${position / 4 + 1} ${k}`;
  const waiting = () => asked().findIndex((one, k) => !given.has(key(k)));

  function open() {
    const k = waiting();
    return predict && k >= 0 ? asked()[k] : null;
  }

  function moment() {
    const frame = frames[position - first];
    const question = open();
    const level = Math.min(depth, frame.tables.length - 1);
    const text = verdict + (question ? words[question.html] : "");
    return {
      place: frame.place,
      sentence: notice || frame.sentence,
      board: words[frame.board],
      code: words[frame.code],
      children_of: frame.children_of,
      depth: level,
      predict,
      asking: Boolean(question),
      question: predict ? text || words[frame.idle] : "",
      table: question ? "" : words[frame.tables[level]],
      tree: words[frame.tree],
    };
  }

  function go(to) {
    const { last: all } = frames[0].place;
    const isTooEarly = to < first && first > 0;
    const isTooLate = to > last && last < 4 * all;
    const carried = `iterations ${first / 4 + 1} to ${last / 4} of ${all}`;
    notice = "";
    if (isTooEarly || isTooLate) {
      notice = `This page contains ${carried}; the notebook has all iterations.`;
    }
    position = Math.max(first, Math.min(to, last));
    verdict = "";
  }

  function answer(k) {
    const question = open();
    if (!question?.verdicts[k]) return;
    const [right, said] = question.verdicts[k];
    given.set(key(waiting()), right);
    const score = [...given.values()].filter(Boolean).length;
    verdict = said.replace("{right}", score).replace("{asked}", given.size);
  }

  const end = () => 4 * frames[0].place.last;
  const moves = {
    home: () => 0,
    end,
    back: () => position - 1,
    forward: () => Math.min(position + 1, end()),
    previous_iteration: () => Math.max(position - 4, 0),
    next_iteration: () => Math.min(position + 4, end()),
  };
  const t = () => Math.floor((position + 3) / 4);
  const known = {
    move: (move) => go(moves[move]()),
    phase: (phase) => go(4 * (Math.max(t(), 1) - 1) + phase),
    jump: (to) => go(4 * to),
    predict: (wanted) => {
      predict = wanted;
      go(position);
    },
    depth: (wanted) => {
      depth = wanted;
    },
    option: answer,
    node: (path) => answer(open()?.nodes[path]),
    search: () => {
      notice = "To search on you need Python: open this chapter as a notebook.";
    },
  };
  const sent = (message, model) => {
    for (const [name, value] of Object.entries(message)) known[name](value);
    model.put(moment());
  };
  return [{ state: { ...state, ...moment() }, sent }];
};
