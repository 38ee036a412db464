const CATEGORIES = [
  "harassment",
  "harassment/threatening",
  "hate",
  "hate/threatening",
  "illicit",
  "illicit/violent",
  "self-harm",
  "self-harm/instructions",
  "self-harm/intent",
  "sexual",
  "sexual/minors",
  "violence",
  "violence/graphic",
] as const;
type Category = (typeof CATEGORIES)[number];

const BASE_SCORE = 0.001;

/**
 * Patterns and the scores that a matching text gets. There are just enough of them to try out
 * moderation.
 */
const CATEGORY_PATTERNS: readonly (readonly [RegExp, Partial<Record<Category, number>>])[] = [
  [
    /\b(?:build|make|assemble)(?: an?| the| my)? (?:pipe )?bomb\b/i,
    { illicit: 0.9, "illicit/violent": 0.94, violence: 0.6 },
  ],
  [
    /(?<!\bwrong to )\b(?:kill|murder|slaughter|exterminate)(?: off)?(?: all| every| my| your| our| their)? (?:neighbou?rs?|immigrants?|foreigners?|women|men|children|people|politicians?)\b/i,
    { violence: 0.98, "harassment/threatening": 0.95, "hate/threatening": 0.7 },
  ],
  [/\bare (?:vermin|subhuman|a plague)\b/i, { hate: 0.93, harassment: 0.9 }],
  [/\b(?:kill|hang) yourself\b/i, { "self-harm/instructions": 0.9, harassment: 0.97 }],
  [/\b(?:idiots?|morons?|imbeciles?)\b/i, { harassment: 0.85 }],
];

/** Returns the scores of all categories, from 0 to 1. */
export const scoreCategories = (text: string): Record<string, number> => {
  const found = CATEGORY_PATTERNS.filter(([sign]) => sign.test(text)).map(([, scores]) => scores);
  return Object.fromEntries(
    CATEGORIES.map((category) => [
      category,
      Math.max(BASE_SCORE, ...found.map((scores) => scores[category] ?? 0)),
    ]),
  );
};
