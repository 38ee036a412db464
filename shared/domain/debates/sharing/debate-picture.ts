export const CLIP_PARAMETER = "moment";

/** Size of share pictures in pixels, as social networks recommend. */
export const PICTURE_SIZE_PX = { width: 1200, height: 630 };

export const buildPicturePath = (debateId: number, clip?: string): string =>
  `/debate/${debateId}/picture.png${clip === undefined ? "" : `?${CLIP_PARAMETER}=${clip}`}`;
