// The page script sends no messages, so no script has to answer.
export default (state) => [{ state }];
