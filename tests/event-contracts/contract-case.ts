/** Prepares a row without being recorded, and returns the action to record. */
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

/** The effect of a refusal with this status. Requests in a row without this effect must succeed. */
export const expectRefused = (status: number): readonly string[] => [`refused: ${status}`];

export const NO_EFFECTS: readonly string[] = [];
