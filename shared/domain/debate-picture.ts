/** The path of the picture that stands for a debate where it is shared. */
export const debatePicture = (debateId: number): string => `/debate/${debateId}/picture.png`;
