/** What names a moment of a debate in an address. */
export const MOMENT = "moment";

/** The size of a debate's picture in pixels, as social networks like it. */
export const PICTURE = { width: 1200, height: 630 };

/** The path of the picture that stands for a debate where it is shared, or for a moment of it. */
export const debatePicture = (debateId: number, moment?: string): string =>
  `/debate/${debateId}/picture.png${moment === undefined ? "" : `?${MOMENT}=${moment}`}`;
