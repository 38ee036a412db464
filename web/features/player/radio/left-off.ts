const NAME = "radio";
/** The server keeps what was on the air for so long. */
const KEPT_MS = 900_000;

/** Where somebody stopped listening to which debate, in this tab. */
export const noteLeft = (debateId: number, moment: number): void =>
  sessionStorage.setItem(NAME, JSON.stringify([debateId, moment]));

export const forgetLeft = (): void => sessionStorage.removeItem(NAME);

/** The moment on the air at which this debate was left; null where it was not, or long ago. */
export const leftAt = (debateId: number): number | null => {
  const [id, moment] = (JSON.parse(sessionStorage.getItem(NAME) ?? "[]") as unknown[]).map(Number);
  return id === debateId && moment && Date.now() - moment < KEPT_MS ? moment : null;
};
