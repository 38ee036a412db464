const { default: Sequencer } = require("@jest/test-sequencer");

/** Average seconds per test file of a folder. The folders start in this order. */
const MOSTLY_WAITING = { dev: 20, faults: 90, audio: 18, worker: 15 };
const MOSTLY_COMPUTING = { e2e: 55, "event-contracts": 30, email: 20, api: 10, web: 7 };
const OTHER_SECONDS = 3;

const folderOf = ({ path }) => /\/tests\/([\w-]+)\//.exec(path)?.[1] ?? "";

/**
 * Orders the tests by folder. Returns each test with its start time, as a share of the total time
 * of all tests.
 */
const placed = (tests, seconds) => {
  const folders = Object.keys(seconds);
  const rank = (test) => {
    const found = folders.indexOf(folderOf(test));
    return found === -1 ? folders.length : found;
  };
  let before = 0;
  const all = tests
    .toSorted((a, b) => rank(a) - rank(b))
    .map((test) => {
      const at = before;
      before += seconds[folderOf(test)] ?? OTHER_SECONDS;
      return { test, at };
    });
  return all.map(({ test, at }) => ({ test, at: at / before }));
};

/**
 * Starts the longest tests first, because at the end of a run they would leave other cores idle.
 * Mixes tests that mostly wait with tests that mostly compute, so that the cores are used evenly.
 */
module.exports = class BalancedSequencer extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const isWaiting = (test) => folderOf(test) in MOSTLY_WAITING;
    return [
      ...placed(sorted.filter(isWaiting), MOSTLY_WAITING),
      ...placed(
        sorted.filter((test) => !isWaiting(test)),
        MOSTLY_COMPUTING,
      ),
    ]
      .toSorted((a, b) => a.at - b.at)
      .map(({ test }) => test);
  }
};
