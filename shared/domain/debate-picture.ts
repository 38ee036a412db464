/** What names a moment of a debate in an address. */
export const MOMENT = "moment";

/** The path of the picture that stands for a debate where it is shared, or for a moment of it. */
export const debatePicture = (debateId: number, moment?: string): string =>
  `/debate/${debateId}/picture.png${moment === undefined ? "" : `?${MOMENT}=${moment}`}`;
