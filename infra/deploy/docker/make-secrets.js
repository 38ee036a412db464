import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Adds the secrets that docker-compose.yml requires to an environment file, and keeps existing
 * ones:
 * node infra/deploy/docker/make-secrets.js [.env] [template]
 * A new file starts with the content of the template. Only its owner can read it.
 */
const [file = ".env", template] = process.argv.slice(2);

/** The secrets are hexadecimal, so that no character needs escaping in a shell or a URL. */
const SECRETS = ["SESSION_SECRET", "POSTGRES_PASSWORD", "DATABASE_PASSWORD", "REDIS_PASSWORD"];

const before = existsSync(file) ? readFileSync(file, "utf8") : null;
const start = before ?? (template === undefined ? "" : readFileSync(template, "utf8"));
const missing = SECRETS.filter((name) => !new RegExp(`^${name}=.`, "m").test(start));
const lines = missing.map((name) => `${name}=${randomBytes(32).toString("hex")}\n`);
const text = start === "" || start.endsWith("\n") ? start : `${start}\n`;
writeFileSync(file, text + lines.join(""), { mode: 0o600 });
console.log(`${file}: ${missing.length > 0 ? `added ${missing.join(", ")}` : "nothing to add"}`);
