/** Titles and descriptions, which the pages and their data for search engines share. */
export const LEADERBOARD_TEXTS = {
  title: "Leaderboard",
  description:
    "Which AI model debates best, rated by the votes of blind debates, with intervals and limits.",
} as const;

export const JUDGE_TEXTS = {
  title: "The judge",
  description:
    "How the AI judge decides, how often it wavers and agrees with the audience, and how ratings are computed.",
} as const;
