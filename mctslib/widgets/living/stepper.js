// Answer the page of a stepper in place of Python: send the frame of a position, or its question.  A
// position is the state of the search after one phase of an iteration.
export default ({ state, at, first, asks, rooms, frames, questions, words }) => {
  const last = first + frames.length - 1;
  const given = new Map(); // the answers so far: question → was it right?
  let position = at;
  let room = rooms.length - 1; // the index of the drawn room
  let notice = "";
  let looked = null;
  let question = null; // the question on the page
  let verdict = null;
  let solved = false; // whether the verdict is on the right answer

  // Return the next question at this position that has not been answered.
  const waiting = () =>
    position % 4 ? null : ((questions[position / 4 + 1] ?? []).find((one) => !given.has(one)) ?? null);

  const open = () => question && !solved;

  function moment() {
    const frame = question ?? frames[position - first];
    const [board, scores] = (!question && frame.looks[looked]) || [frame.board, frame.scores];
    const said = notice ? { headline: notice, words: "" } : (verdict ?? frame);
    return {
      place: frame.place,
      next: open() ? question.next : waiting() ? "▶ question" : frames[position - first].next,
      headline: said.headline,
      words: said.words,
      board: words[board],
      scores: words[solved ? question.answered : scores],
      code: words[frames[position - first].code],
      tree: words[frame.trees[room]],
    };
  }

  function ask() {
    question = waiting();
    verdict = looked = null;
    solved = false;
    return Boolean(question);
  }

  function go(to) {
    const { last: all } = frames[0].place;
    const isTooEarly = to < first && first > 0;
    const isTooLate = to > last && last < 4 * all;
    const carried = `iterations ${first / 4 + 1} to ${last / 4} of ${all}`;
    notice = "";
    if (isTooEarly || isTooLate)
      notice = `This page contains ${carried}; the notebook has all iterations.`;
    position = Math.max(first, Math.min(to, last), Math.min(1, last));
    question = verdict = looked = null;
    solved = false;
  }

  function answer(k) {
    if (!open() || !question.verdicts[k]) return;
    const [right, said] = question.verdicts[k];
    solved = right;
    if (!given.has(question)) given.set(question, right); // only the first answer counts
    const score = [...given.values()].filter(Boolean).length;
    const headline = said.headline.replace("{right}", score).replace("{asked}", given.size);
    verdict = { ...said, headline };
  }

  const end = () => 4 * frames[0].place.last;
  const moves = {
    home: () => 1,
    end,
    back: () => position - 1,
    forward: () => (position === end() ? 1 : position + 1),
    previous_iteration: () => Math.max(position - 4, 1),
    next_iteration: () => Math.min(position + 4, end()),
  };
  const t = () => Math.floor((position + 3) / 4);
  const known = {
    move: (move) => {
      if (move !== "forward" || open() || !ask()) go(moves[move]());
    },
    phase: (phase) => go(4 * (Math.max(t(), 1) - 1) + phase),
    jump: (to) => go(4 * (to - 1) + (position ? ((position - 1) % 4) + 1 : 1)),
    option: answer,
    node: (key) => {
      if (open()) answer(question.nodes[key]);
      else if (!question) looked = looked === key ? null : key;
    },
    fit: ([width, height]) => {
      room = Math.max(0, rooms.findLastIndex(([wide, high]) => wide <= width && high <= height));
    },
  };
  const sent = (message, model) => {
    for (const [name, value] of Object.entries(message)) known[name](value);
    model.put(moment());
  };
  if (asks) ask();
  const linked = (model, el) => ({
    tell: () => ({ step: position }),
    open: (asked) => {
      go(asked.whole("step", first, last, position));
      model.put(moment());
    },
    bar: el.querySelector(".mcts-transport"),
    before: el.querySelector(".mcts-coder"),
  });
  return [{ state: { ...state, ...moment() }, sent, linked }];
};
