/**
 * `none` means that the job was never requested. A `failed` job is not attempted again unless it is
 * requested again.
 */
export type JobStatus = "none" | "pending" | "running" | "complete" | "failed";
