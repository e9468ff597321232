// The page script moves the line by itself: nothing has to answer.
export default (state) => [{ state }];
