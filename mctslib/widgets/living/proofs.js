// The page script itself moves between the moments, so no other script has to answer.
export default (state) => [{ state }];
