/** Texts of the announcements in episodes and live streams. */
export const ANNOUNCEMENTS = {
  pause: "The debate pauses here. It goes on with the next turn.",
  invitation: "These were the first four turns. Join to hear how this debate ends.",
  /** Also true for an episode with all turns, because the verdict is only on the page. */
  episode:
    "Do you want to know who wins this debate? Join to read its verdict, and to hear all of it.",
} as const;
export type Announcement = keyof typeof ANNOUNCEMENTS;
export const ANNOUNCEMENT_NAMES = Object.keys(ANNOUNCEMENTS) as Announcement[];
