/** URL parameter that selects a clip of a debate. */
export const MOMENT = "moment";

/** Size of share pictures in pixels, as social networks recommend. */
export const PICTURE = { width: 1200, height: 630 };

/** Path of the share picture of a debate, or of one of its clips. */
export const debatePicture = (debateId: number, moment?: string): string =>
  `/debate/${debateId}/picture.png${moment === undefined ? "" : `?${MOMENT}=${moment}`}`;
