/** How a turn is laid out: to be read through, or between the lecterns of a debate that goes on. */
export type TurnLook = "reading" | "stage";
