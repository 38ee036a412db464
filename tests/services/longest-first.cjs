const { default: Sequencer } = require("@jest/test-sequencer");

/** What starts whole stacks takes longest: last, it would leave the other cores idle. */
const LONGEST = [
  "/tests/e2e/",
  "/tests/faults/",
  "/tests/worker/",
  "/tests/audio/",
  "/tests/local/",
];

const rank = ({ path }) => {
  const found = LONGEST.findIndex((folder) => path.includes(folder));
  return found === -1 ? LONGEST.length : found;
};

module.exports = class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
};
