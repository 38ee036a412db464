const { default: Sequencer } = require("@jest/test-sequencer");

/** Seconds that a file of each folder takes, about: those of long files first. */
const MOSTLY_WAITING = { local: 20, faults: 90, audio: 18, worker: 15 };
const MOSTLY_COMPUTING = { e2e: 55, announcements: 30, mail: 20, api: 10, web: 7 };
const OF_ANY_OTHER = 3;

const folderOf = ({ path }) => /\/tests\/(\w+)\//.exec(path)?.[1] ?? "";

/** The tests of these folders, in their order, each with the share of all their time before it. */
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
      before += seconds[folderOf(test)] ?? OF_ANY_OTHER;
      return { test, at };
    });
  return all.map(({ test, at }) => ({ test, at: at / before }));
};

/**
 * What starts whole stacks takes longest: last, it would leave the other cores idle. What waits for
 * most of its time runs beside what computes for most of it, from the first to the last: one kind
 * after the other, the cores would be too few for half of the run, and idle in the other half.
 */
module.exports = class EvenlyMixed extends Sequencer {
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
