// The page script of the exam asks Python for nothing: it gets its data, and no answer is needed.
export default (state) => [{ state }];
