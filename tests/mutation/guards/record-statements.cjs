/**
 * Records which SQL statements and early exits each test of a file executes. Does nothing unless
 * the variable NOTE_STATEMENTS names a file for the result.
 */
const { writeFileSync } = require("node:fs");
const { Client } = require("pg");

const file = process.env["NOTE_STATEMENTS"];
if (file) {
  /**
   * For each test's full name, the statements and early exits (such as `return`) that it has
   * executed. The empty name stands for code outside of tests.
   */
  const reached = new Map();
  const note = (text) => {
    const test = expect.getState().currentTestName ?? "";
    if (!reached.has(test)) reached.set(test, new Set());
    if (text) reached.get(test).add(text);
  };
  const { query } = Client.prototype;
  Client.prototype.query = function (statement, ...more) {
    note(typeof statement === "string" ? statement : statement?.text);
    return query.call(this, statement, ...more);
  };
  /**
   * Records the early exit `id` if the value of its condition is `exitsOn`. Returns the value. The
   * probes of `find-exits.ts` wrap each condition in this call.
   */
  globalThis.noteExit = (id, exitsOn, value) => {
    if (Boolean(value) === exitsOn) note(id);
    return value;
  };
  /**
   * Runs `call` and returns its result. Records the early exit `id` if the call throws or rejects.
   * Other probes of `find-exits.ts` wrap calls in this function.
   */
  globalThis.noteThrown = (id, call) => {
    const noted = (err) => {
      note(id);
      throw err;
    };
    try {
      const answer = call();
      return answer instanceof Promise ? answer.catch(noted) : answer;
    } catch (err) {
      return noted(err);
    }
  };
  afterAll(() => {
    const noted = Array.from(reached, ([test, statements]) => [test, [...statements]]);
    writeFileSync(file, JSON.stringify(noted));
  });
}
