import type { ClientBase } from "pg";

/** PostgreSQL settings by name. They apply to all statements of a connection. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * Applies the settings by statements, not in the startup message. PgBouncer refuses unknown startup
 * parameters or, with `ignore_startup_parameters`, drops them silently.
 */
export const applySettings = async (
  client: ClientBase,
  settings: SessionSettings,
): Promise<void> => {
  for (const [name, value] of Object.entries(settings))
    await client.query("SELECT set_config($1, $2, false)", [name, String(value)]);
};
