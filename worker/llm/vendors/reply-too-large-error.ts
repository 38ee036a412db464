/** Maximum characters of one event, and of a whole response that is not streamed. */
export const MAX_EVENT_CHARACTERS = 2 ** 20;

export class ReplyTooLargeError extends Error {
  override readonly name = "ReplyTooLargeError";
  override readonly message = "it has no end";
}
