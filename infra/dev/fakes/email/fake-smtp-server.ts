import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { z } from "zod";
import { renderMailboxPage, renderEmailPage } from "./mailbox-page.ts";
import type { ReceivedEmail } from "./received-email.ts";

/**
 * A fault that makes the server refuse an email with this SMTP status, after its recipient or after
 * its data.
 */
const SmtpFault = z.strictObject({
  at: z.enum(["recipient", "data"]),
  status: z.int().min(400).max(599),
  times: z.int().min(1).default(1),
});
export type SmtpFault = z.input<typeof SmtpFault>;

const MAX_KEPT_EMAILS = 200;
const MAX_EMAIL_BYTES = 1_000_000;

class SmtpRejection extends Error {
  constructor(readonly responseCode: number) {
    super(`refused with ${responseCode}`);
  }
}

/** An SMTP server that delivers nothing. A web page shows the received emails. */
export class FakeSmtpServer {
  readonly received: ReceivedEmail[] = [];
  readonly #faults: z.output<typeof SmtpFault>[] = [];
  #count = 0;
  readonly #server = new SMTPServer({
    authOptional: true,
    // STARTTLS is off, because clients would not trust the self-signed certificate. The traffic
    // stays on this machine anyway.
    disabledCommands: ["AUTH", "STARTTLS"],
    size: MAX_EMAIL_BYTES,
    onRcptTo: (_address, _session, done) => done(this.#faultAt("recipient")),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      this.#take(stream, to).then(done, done);
    },
  });

  /** Listens on this port, or on any free one if it is 0. Returns the port. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.on("error", reject);
      const server = this.#server.listen(port, "127.0.0.1", () => {
        resolve((server.address() as AddressInfo).port);
      });
    });
  }

  fault(...faults: SmtpFault[]): void {
    this.#faults.push(...faults.map((fault) => SmtpFault.parse(fault)));
  }

  /** Serves the mailbox page under `/mailbox` and the test API under `/__mail`. */
  answer(request: IncomingMessage, path: string, body: unknown, response: ServerResponse): void {
    const send = (status: number, type: string, content: string) => {
      response.writeHead(status, { "content-type": `${type}; charset=utf-8` });
      response.end(content);
    };
    if (path === "/__mail/faults" && request.method === "POST") {
      this.fault(...z.array(SmtpFault).parse(body));
      return send(200, "application/json", "{}");
    }
    if (path === "/__mail") return send(200, "application/json", JSON.stringify(this.received));
    const id = Number(/^\/mailbox\/(\d+)$/.exec(path)?.[1]);
    const mail = this.received.find((entry) => entry.id === id);
    if (mail) return send(200, "text/html", renderEmailPage(mail));
    send(path === "/mailbox" ? 200 : 404, "text/html", renderMailboxPage(this.received));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #faultAt(at: SmtpFault["at"]): Error | null {
    const fault = this.#faults.find((entry) => entry.at === at);
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times === 0) this.#faults.splice(this.#faults.indexOf(fault), 1);
    return new SmtpRejection(fault.status);
  }

  async #take(stream: AsyncIterable<Buffer>, to: string[]): Promise<Error | null> {
    const mail = await this.#read(stream, to);
    const fault = this.#faultAt("data");
    if (!fault) this.received.push(mail);
    if (this.received.length > MAX_KEPT_EMAILS) this.received.shift();
    return fault;
  }

  async #read(stream: AsyncIterable<Buffer>, to: string[]): Promise<ReceivedEmail> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const mail = await PostalMime.parse(Buffer.concat(chunks));
    this.#count += 1;
    return {
      id: this.#count,
      to,
      from: mail.from?.address ?? "",
      subject: mail.subject ?? "",
      receivedAt: new Date().toISOString(),
      headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
      text: mail.text ?? "",
      html: mail.html ?? "",
    };
  }
}
