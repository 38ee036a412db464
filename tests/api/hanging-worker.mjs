/** A worker that never finishes. */
export default () => new Promise(() => {});
