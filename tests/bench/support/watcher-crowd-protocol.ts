/**
 * Opens this many watchers of a debate. Every second one uses the cookie, the others are visitors.
 */
export interface JoinRequest {
  origin: string;
  debateId: number;
  watchers: number;
  cookie: string;
}
/**
 * Delay of the deltas, in milliseconds: the time of arrival minus the time that is written in their
 * text.
 */
export interface DeliveryLag {
  median: number;
  p99: number;
}

/** Returns a text that contains its time. The time can be found even after texts were joined. */
export const createTimedText = (time: number): string => `${time.toFixed(1)} is the time. `;
/** Matches the times in a text. */
export const TIMED_TEXT_PATTERN = /[\d.]+(?= is the time)/g;
