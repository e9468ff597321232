// All pictures come with the page, so no script has to answer.
export default (given) => [{ state: { given } }];
