/**
 * Records the SQL statements and early exits that each test of a file executes, if NOTE_STATEMENTS names a file for
 * them.
 */
const { writeFileSync } = require("node:fs");
const { Client } = require("pg");

const file = process.env["NOTE_STATEMENTS"];
if (file) {
  /** The keys are full names of tests; the empty name stands for code outside of tests. */
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
  /** Called by the probes of `find-exits.ts` with the value of a condition. */
  globalThis.noteExit = (id, exitsOn, value) => {
    if (Boolean(value) === exitsOn) note(id);
    return value;
  };
  /** Called by the same probes with a call that may throw or reject. */
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
