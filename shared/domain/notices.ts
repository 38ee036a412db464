/** What listeners are told by voice, beside what is said in a debate. */
export const NOTICES = {
  pause: "The debate pauses here. It goes on with the next turn.",
  invitation: "These were the first four turns. Join to hear how this debate ends.",
  /** True of a debate that is heard as a whole, too: its verdict is to be read. */
  episode:
    "Do you want to know who wins this debate? Join to read its verdict, and to hear all of it.",
} as const;
export type Notice = keyof typeof NOTICES;
export const NOTICE_NAMES = Object.keys(NOTICES) as Notice[];
