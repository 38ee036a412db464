import { AI_DISCLOSURE } from "../ai-label.ts";

/** Texts of the announcements in episodes and live streams. */
export const ANNOUNCEMENTS = {
  disclosure: AI_DISCLOSURE,
  pause: "The debate pauses here. It continues with the next turn.",
  invitation: "These were the first four turns. Join to hear how this debate ends.",
  /** This text also suits an episode with all turns, because the verdict is only on the page. */
  episode: "Want to know who wins this debate? Join to read the verdict and hear every turn.",
} as const;
export type Announcement = keyof typeof ANNOUNCEMENTS;
export const ANNOUNCEMENT_NAMES = Object.keys(ANNOUNCEMENTS) as Announcement[];
