/** What listeners are told by voice, beside what is said in a debate. */
export const NOTICES = {
  pause: "The debate pauses here. It goes on with the next turn.",
  invitation: "These were the first four turns. Join to hear how this debate ends.",
  episode: "Do you want to know how this debate ends? Join to read and hear all of it.",
} as const;
export type Notice = keyof typeof NOTICES;
export const NOTICE_NAMES = Object.keys(NOTICES) as Notice[];
