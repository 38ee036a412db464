/** Sets up a row without being recorded and returns the action to record. */
export type PrepareAct<World> = (world: World) => Promise<() => Promise<unknown>>;

/** A row of a table: an action and everything the process sends because of it. */
export interface ContractCase<World> {
  what: string;
  says: readonly string[];
  prepare: PrepareAct<World>;
}

export const contractCase = <World>(
  what: string,
  says: readonly string[],
  prepare: PrepareAct<World>,
): ContractCase<World> => ({ what, says, prepare });

/** Expects that the API refuses with this status. Without this effect the request must succeed. */
export const expectRefused = (status: number): readonly string[] => [`refused: ${status}`];

/** The action sends nothing. */
export const NO_EFFECTS: readonly string[] = [];
