/** A thread that never comes to an end. */
export default () => new Promise(() => {});
