// Every picture comes with the page: nothing has to answer.
export default (given) => [{ state: { given } }];
