export const MOMENT = "moment";

/** Size of share pictures in pixels, as social networks recommend. */
export const PICTURE = { width: 1200, height: 630 };

export const debatePicture = (debateId: number, moment?: string): string =>
  `/debate/${debateId}/picture.png${moment === undefined ? "" : `?${MOMENT}=${moment}`}`;
