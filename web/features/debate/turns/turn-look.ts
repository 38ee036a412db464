/** Layout of a turn: an article to read, or between the lecterns of a running debate. */
export type TurnLook = "reading" | "stage";
