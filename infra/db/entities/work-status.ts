/** `none`: not asked for. `failed`: for good, until somebody asks again. */
export type WorkStatus = "none" | "pending" | "running" | "complete" | "failed";
