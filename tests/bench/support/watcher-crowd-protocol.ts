/** Joins this many watchers to a debate: every other one with the cookie, the rest as visitors. */
export interface JoinRequest {
  origin: string;
  debateId: number;
  watchers: number;
  cookie: string;
}
/** Delay of pieces of text in milliseconds after the time that they contain. */
export interface DeliveryLag {
  median: number;
  p99: number;
}

/** A piece of text that contains its time, also after it is joined with others. */
export const createTimedText = (time: number): string => `${time.toFixed(1)} is the time. `;
/** The times in a text. */
export const TIMED_TEXT_PATTERN = /[\d.]+(?= is the time)/g;
