/** `none`: not requested. `failed`: no further attempt, unless the job is requested again. */
export type JobStatus = "none" | "pending" | "running" | "complete" | "failed";
