import { isProvider, type Speaker } from "#shared/domain/speaker.ts";

/** The name of the colour token of a judge; neutral while a blind debate hides it. */
export const getJudgeColor = (judge: Speaker): string => (isProvider(judge) ? judge : "muted");
