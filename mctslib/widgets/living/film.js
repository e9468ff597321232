// A film strip needs no answers.
export default (state) => [{ state }];
