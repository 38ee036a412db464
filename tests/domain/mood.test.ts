import {
  findLatestScore,
  findWorriedSide,
  selectMood,
  type MoodContext,
} from "#shared/domain/debates/mood.ts";
import type { Role } from "#shared/domain/debates/side.ts";

const NOTHING: MoodContext = {
  speaker: null,
  latestScore: null,
  winner: null,
  behind: null,
  isRoast: false,
};
const selectMoods = (scene: Partial<MoodContext>) =>
  (["bot_a", "bot_b"] as const).map((role) => selectMood(role, { ...NOTHING, ...scene }));
const scored = (role: Role, score: number, opponentScore: number | null) => ({
  role,
  score,
  opponentScore,
});

test.each<[string, Partial<MoodContext>, string[]]>([
  ["both are calm while nothing happens", {}, ["calm", "calm"]],
  ["one bot speaks and the other listens", { speaker: "bot_b" }, ["listening", "speaking"]],
  [
    "a score above the answered one pleases its speaker",
    { latestScore: scored("bot_b", 8, 6) },
    ["stung", "pleased"],
  ],
  [
    "a score below the answered one stings its speaker",
    { latestScore: scored("bot_b", 5, 6) },
    ["pleased", "stung"],
  ],
  ["an equal score changes no mood", { latestScore: scored("bot_a", 7, 7) }, ["calm", "calm"]],
  [
    "a score without an answered one changes no mood",
    { latestScore: scored("bot_a", 9, null) },
    ["calm", "calm"],
  ],
  [
    "a score of at most 4 stings its speaker, even the first one",
    { latestScore: scored("bot_a", 4, null) },
    ["stung", "calm"],
  ],
  [
    "a score of at most 4 stings both sides if it is above the answered one",
    { latestScore: scored("bot_b", 4, 3) },
    ["stung", "stung"],
  ],
  [
    "a listening bot reacts to a score, a speaking one does not",
    { speaker: "bot_a", latestScore: scored("bot_b", 8, 6) },
    ["speaking", "pleased"],
  ],
  ["the side that is behind looks worried", { behind: "bot_a" }, ["worried", "calm"]],
  [
    "the side that is behind looks worried while it listens, not while it speaks",
    { behind: "bot_a", speaker: "bot_b", isRoast: true },
    ["worried", "speaking"],
  ],
  [
    "the side whose turn failed looks sorry, whatever its last score",
    { failed: "bot_b", latestScore: scored("bot_b", 8, 6) },
    ["stung", "worried"],
  ],
  ["a listener of a roast is amused", { speaker: "bot_a", isRoast: true }, ["speaking", "amused"]],
  ["For smiles when it wins", { winner: "bot_a" }, ["winning", "stung"]],
  ["Against smiles when it wins", { winner: "bot_b" }, ["stung", "winning"]],
  [
    "both are calm after a draw",
    { winner: "draw", latestScore: scored("bot_a", 9, 1) },
    ["calm", "calm"],
  ],
])("%s", (_what, scene, moods) => {
  expect(selectMoods(scene)).toEqual(moods);
});

test.each([
  ["more than one point behind", { botA: 6, botB: 7.1 }, "bot_a"],
  ["more than one point ahead", { botA: 8, botB: 6.5 }, "bot_b"],
  ["one point behind", { botA: 6, botB: 7 }, null],
  ["not scored yet", { botA: null, botB: 7 }, null],
] as const)("worries the right side if For is %s", (_what, scores, side) => {
  expect(findWorriedSide(scores)).toBe(side);
});

const turn = (turnNumber: number, score: number | null) => ({ turnNumber, score });

test("the latest score is that of the last scored turn, with the score of the turn before", () => {
  expect(findLatestScore([turn(1, 7), turn(2, 8), turn(3, null)])).toEqual(scored("bot_b", 8, 7));
  expect(findLatestScore([turn(1, null), turn(2, 8)])).toEqual(scored("bot_b", 8, null));
  expect(findLatestScore([turn(1, 7), turn(2, 8), turn(3, 9)])).toEqual(scored("bot_a", 9, 8));
  // The turn before may be missing on a page that has not loaded all turns.
  expect(findLatestScore([turn(1, 7), turn(4, 8)])).toEqual(scored("bot_b", 8, null));
});

test("moods reveal no scores to visitors", () => {
  const visiting = [turn(1, null), turn(2, null)];
  expect(findLatestScore(visiting)).toBeNull();
  const speakers: (Role | null)[] = [null, "bot_a", "bot_b"];
  const seen = speakers.flatMap((speaker) =>
    selectMoods({ speaker, latestScore: findLatestScore(visiting) }),
  );
  expect(new Set(seen)).toEqual(new Set(["calm", "speaking", "listening"]));
});
