/** `reading`: an article. `stage`: between the lecterns of a running debate. */
export type TurnLayout = "reading" | "stage";
