import { createTransport } from "nodemailer";
import type { MailAccess } from "#infra/access.ts";
import { TellingError } from "#infra/logged-error.ts";
import { ONE_CLICK } from "#shared/domain/mail.ts";
import type { WrittenLetter } from "./write-letter.ts";

export interface SentLetter extends WrittenLetter {
  to: string;
  /** The same for every try: whoever gets it twice can tell. */
  id: string;
  /** Where mails of its kind are ended at one press; null where that is not its reader's to choose. */
  unsubscribe: string | null;
}

/** Sends mail to an SMTP server. */
export interface Mailer {
  /** Throws `MailError`, and the signal's reason when aborted. */
  send(letter: SentLetter, signal: AbortSignal): Promise<void>;
}

/** What the server said holds addresses: of its answer there is the number, and nothing else. */
export class MailError extends TellingError {
  override readonly name = "MailError";

  constructor(
    /** For good: this mail will never be taken. */
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

/** What was wrong with the mail itself; a server that wants another password may be told it later. */
const ABOUT_THE_MAIL = new Set(["EENVELOPE", "EMESSAGE"]);

const toMailError = (err: unknown): MailError => {
  if (!(err instanceof Error)) return new MailError(false, undefined, undefined);
  const code = "code" in err && typeof err.code === "string" ? err.code : undefined;
  const status =
    "responseCode" in err && typeof err.responseCode === "number" ? err.responseCode : undefined;
  const isRefused = ABOUT_THE_MAIL.has(code ?? "") && (status ?? 500) >= 500;
  return new MailError(isRefused, code, status);
};

/** A server that takes longer is as good as none: the mail is tried again. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? "localhost";

/** Null where no mail is set up. */
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
