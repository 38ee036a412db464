import { createTransport } from "nodemailer";
import type { MailAccess } from "#infra/access.ts";
import { TellingError } from "#infra/logged-error.ts";
import { ONE_CLICK } from "#shared/domain/mail.ts";
import type { WrittenLetter } from "./write-letter.ts";

export interface SentLetter extends WrittenLetter {
  to: string;
  /** Part of the Message-ID. Equal for all tries, so that mail servers can detect duplicates. */
  id: string;
  /** URL for one-click unsubscribe (RFC 8058); null if this kind of email is not optional. */
  unsubscribe: string | null;
}

export interface Mailer {
  /** Throws `MailError`, and the signal's reason when aborted. */
  send(letter: SentLetter, signal: AbortSignal): Promise<void>;
}

/** A failed delivery. Holds only codes, because the server's message contains addresses. */
export class MailError extends TellingError {
  override readonly name = "MailError";

  constructor(
    /** Permanent: the server will never accept this email. */
    readonly isRefused: boolean,
    private readonly code: string | undefined,
    private readonly status: number | undefined,
  ) {
    super(isRefused ? "the mail was refused" : "the mail could not be sent");
  }

  facts() {
    return { code: this.code, status: this.status };
  }
}

/** Errors of the email itself. Others, such as a wrong password, may be fixed later. */
const ABOUT_THE_MAIL = new Set(["EENVELOPE", "EMESSAGE"]);

const toMailError = (err: unknown): MailError => {
  if (!(err instanceof Error)) return new MailError(false, undefined, undefined);
  const code = "code" in err && typeof err.code === "string" ? err.code : undefined;
  const status =
    "responseCode" in err && typeof err.responseCode === "number" ? err.responseCode : undefined;
  const isRefused = ABOUT_THE_MAIL.has(code ?? "") && (status ?? 500) >= 500;
  return new MailError(isRefused, code, status);
};

/** Timeouts in ms; afterwards the email is retried. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";

/** Creates a mailer; null if no SMTP server is configured. */
export const createMailer = (
  access: MailAccess | null,
  patience: typeof PATIENCE = PATIENCE,
): Mailer | null => {
  if (access === null) return null;
  const { url, from } = access;
  return {
    async send({ to, id, unsubscribe, ...letter }, signal) {
      const transport = createTransport({
        url,
        ...patience,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          ...letter,
          signal,
          from,
          to: { name: "", address: to },
          messageId: `<${id}@${domainOf(from)}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribe !== null && {
              "List-Unsubscribe": `<${unsubscribe}>`,
              "List-Unsubscribe-Post": ONE_CLICK,
            }),
          },
        });
      } catch (err) {
        signal.throwIfAborted();
        throw toMailError(err);
      } finally {
        transport.close();
      }
    },
  };
};
