/** Prepares a contract case without being recorded, and returns the action to record. */
export type PrepareAct<World> = (world: World) => Promise<() => Promise<unknown>>;

/** An action, and everything the process sends because of it. */
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

/**
 * The effect of a refusal with this status. In a case without this effect, all requests must
 * succeed.
 */
export const expectRefused = (status: number): readonly string[] => [`refused: ${status}`];

export const NO_EFFECTS: readonly string[] = [];
