/** `none`: not requested. `failed`: permanently, until it is requested again. */
export type WorkStatus = "none" | "pending" | "running" | "complete" | "failed";
