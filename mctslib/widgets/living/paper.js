// Nor does a sheet of paper: the remarks on every number come with it.
export default (state) => [{ state }];
