// Respond to the choice of a hand or a proposer with data from the page.
export default ({ hands, hand, proposer }) => {
  const at = { hand, proposer };
  const data = () => hands[at.hand][at.proposer];
  function sent(message, model) {
    if (message.do === "hand") at.hand = (at.hand + 1) % hands.length;
    if (message.do === "proposer") at.proposer = message.name;
    model.put({ data: data() });
  }
  return [{ state: { data: data() }, sent }];
};
