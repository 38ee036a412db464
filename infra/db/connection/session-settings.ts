import type { ClientBase } from "pg";

/** Settings of PostgreSQL by name, for all statements of a connection. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * Sets them by statements and not in the startup message: PgBouncer refuses startup parameters that
 * it does not know, or drops them silently if `ignore_startup_parameters` has `options`.
 */
export const applySettings = async (
  client: ClientBase,
  settings: SessionSettings,
): Promise<void> => {
  for (const [name, value] of Object.entries(settings))
    await client.query("SELECT set_config($1, $2, false)", [name, String(value)]);
};
