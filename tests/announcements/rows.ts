/** Sets up a row without being recorded and returns the action to record. */
export type Prepare<World> = (world: World) => Promise<() => Promise<unknown>>;

/** A row of a table: an action and everything the process sends because of it. */
export interface Row<World> {
  what: string;
  says: readonly string[];
  prepare: Prepare<World>;
}

export const row = <World>(
  what: string,
  says: readonly string[],
  prepare: Prepare<World>,
): Row<World> => ({ what, says, prepare });

/** The API refused with this status. Rows without this line must succeed. */
export const refused = (status: number): readonly string[] => [`refused: ${status}`];

/** The action sends nothing. */
export const NOTHING: readonly string[] = [];
