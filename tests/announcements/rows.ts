/** What somebody does: what is set up for it, without being recorded; it is the answer. */
export type Prepare<World> = (world: World) => Promise<() => Promise<unknown>>;

/** A row of the table: what is done, and everything that leaves the process for it. */
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

/** The API said no, by this status: a row without it is one of something that was done. */
export const refused = (status: number): readonly string[] => [`refused: ${status}`];

/** Nobody hears of it. */
export const NOTHING: readonly string[] = [];
