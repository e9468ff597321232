// The page script itself answers every click, so no other script has to answer.
export default (state) => [{ state }];
