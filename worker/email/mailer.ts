import { createTransport } from "nodemailer";
import type { EmailConfig } from "#infra/service-config.ts";
import { ErrorWithDetails } from "#infra/serialize-error.ts";
import { ONE_CLICK_HEADER_VALUE } from "#shared/domain/email.ts";
import type { RenderedEmail } from "./render-email.ts";

export interface OutgoingEmail extends RenderedEmail {
  to: string;
  /** Part of the Message-ID. Equal for all tries, so that mail servers can detect duplicates. */
  id: string;
  /**
   * URL for one-click unsubscribe (RFC 8058). Null for emails that users cannot unsubscribe from.
   */
  unsubscribe: string | null;
}

export interface Mailer {
  /** Throws `EmailError`, and the signal's reason when aborted. */
  send(message: OutgoingEmail, signal: AbortSignal): Promise<void>;
}

/** A failed delivery. Holds only codes, because the server's message contains addresses. */
export class EmailError extends ErrorWithDetails {
  override readonly name = "EmailError";

  constructor(
    /** Whether the refusal is permanent, so that the server will never accept this email. */
    readonly isRefused: boolean,
    private readonly code: string | undefined,
    private readonly status: number | undefined,
  ) {
    super(isRefused ? "the email was refused" : "the email could not be sent");
  }

  facts() {
    return { code: this.code, status: this.status };
  }
}

/**
 * Codes of errors in the email itself. After other errors, such as a wrong password of the mail
 * server, the email is retried.
 */
const MESSAGE_ERROR_CODES = new Set(["EENVELOPE", "EMESSAGE"]);

const toEmailError = (err: unknown): EmailError => {
  if (!(err instanceof Error)) return new EmailError(false, undefined, undefined);
  const code = "code" in err && typeof err.code === "string" ? err.code : undefined;
  const status =
    "responseCode" in err && typeof err.responseCode === "number" ? err.responseCode : undefined;
  const isRefused = MESSAGE_ERROR_CODES.has(code ?? "") && (status ?? 500) >= 500;
  return new EmailError(isRefused, code, status);
};

/** Timeouts in ms; afterwards the email is retried. */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const getDomain = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** Returns null if no SMTP server is configured. */
export const createMailer = (
  access: EmailConfig | null,
  timeouts: typeof SMTP_TIMEOUTS = SMTP_TIMEOUTS,
): Mailer | null => {
  if (access === null) return null;
  const { url, from } = access;
  return {
    async send({ to, id, unsubscribe, ...message }, signal) {
      const transport = createTransport({
        url,
        ...timeouts,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          ...message,
          signal,
          from,
          to: { name: "", address: to },
          messageId: `<${id}@${getDomain(from.address)}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            ...(unsubscribe !== null && {
              "List-Unsubscribe": `<${unsubscribe}>`,
              "List-Unsubscribe-Post": ONE_CLICK_HEADER_VALUE,
            }),
          },
        });
      } catch (err) {
        signal.throwIfAborted();
        throw toEmailError(err);
      } finally {
        transport.close();
      }
    },
  };
};
