import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { Passkey, SignInMethods } from "#shared/contract/accounts/sign-in-methods.ts";

export interface PasskeyColumns {
  id: number;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

export const presentPasskey = ({ id, name, createdAt, usedAt }: PasskeyColumns): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});

const PASSKEYS_SQL = `
  SELECT id, name, created_at AS "createdAt", used_at AS "usedAt"
    FROM passkeys WHERE user_id = $1 ORDER BY id`;

const APP_SQL = `
  SELECT confirmed_at AS "addedAt",
         (SELECT count(*)::int FROM recovery_codes WHERE user_id = $1) AS "recoveryCodes"
    FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL`;

interface AppColumns {
  addedAt: Date;
  recoveryCodes: number;
}

export const listSignInMethods = async (sql: Sql, userId: number): Promise<SignInMethods> => {
  const [passkeys, [app]] = await Promise.all([
    selectRows<PasskeyColumns>(sql, PASSKEYS_SQL, [userId]),
    selectRows<AppColumns>(sql, APP_SQL, [userId]),
  ]);
  return {
    passkeys: passkeys.map(presentPasskey),
    app: app ? { ...app, addedAt: app.addedAt.toISOString() } : null,
  };
};
