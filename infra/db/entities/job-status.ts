/** `none`: not requested. `failed`: permanently, until it is requested again. */
export type JobStatus = "none" | "pending" | "running" | "complete" | "failed";
