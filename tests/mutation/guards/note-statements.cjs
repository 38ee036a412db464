/** Notes which statements each test of a file has PostgreSQL execute, where its reader wants to know. */
const { writeFileSync } = require("node:fs");
const { Client } = require("pg");

const file = process.env["NOTE_STATEMENTS"];
if (file) {
  /** By the full name of the test; what runs outside of any stands under no name. */
  const reached = new Map();
  const { query } = Client.prototype;
  Client.prototype.query = function (statement, ...more) {
    const test = expect.getState().currentTestName ?? "";
    const text = typeof statement === "string" ? statement : statement?.text;
    if (!reached.has(test)) reached.set(test, new Set());
    if (text) reached.get(test).add(text);
    return query.call(this, statement, ...more);
  };
  afterAll(() => {
    const noted = Array.from(reached, ([test, statements]) => [test, [...statements]]);
    writeFileSync(file, JSON.stringify(noted));
  });
}
