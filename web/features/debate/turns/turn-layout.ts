/** Layout of a turn: an article to read, or between the lecterns of a running debate. */
export type TurnLayout = "reading" | "stage";
