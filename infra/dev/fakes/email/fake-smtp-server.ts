import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Router } from "express";
import { SMTPServer } from "smtp-server";
import { z } from "zod";
import { FaultQueue } from "../fault-queue.ts";
import { type ReceivedEmail, renderEmailPage, renderMailboxPage } from "./mailbox-page.ts";

/** Makes the server refuse an email with this SMTP status, after its recipient or its data. */
const SmtpFault = z.strictObject({
  at: z.enum(["recipient", "data"]),
  status: z.int().min(400).max(599),
  times: z.int().min(1).default(1),
});

const MAX_KEPT_EMAILS = 200;
const MAX_EMAIL_BYTES = 1_000_000;

/** An SMTP server that delivers nothing. A web page shows the received emails. */
export class FakeSmtpServer {
  readonly received: ReceivedEmail[] = [];
  readonly faults = new FaultQueue(SmtpFault);
  #count = 0;
  readonly #server = new SMTPServer({
    authOptional: true,
    // STARTTLS is off, because clients would not trust the self-signed certificate. The traffic
    // stays on this machine anyway.
    disabledCommands: ["AUTH", "STARTTLS"],
    size: MAX_EMAIL_BYTES,
    onRcptTo: (_address, _session, done) => done(this.#takeRefusal("recipient")),
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address);
      void buffer(stream)
        .then((bytes) => this.#receive(bytes, to))
        .then(done, done);
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

  /** The mailbox page, and routes for tests. */
  createRoutes(): Router {
    return Router()
      .use("/__mail/faults", this.faults.createRoutes())
      .get("/__mail", (_request, response) => void response.json(this.received))
      .get("/mailbox", (_request, response) => void response.send(renderMailboxPage(this.received)))
      .get("/mailbox/:id", ({ params }, response) => {
        const email = this.received.find(({ id }) => String(id) === params.id);
        if (email) response.send(renderEmailPage(email));
        else response.status(404).send(renderMailboxPage(this.received));
      });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #takeRefusal(point: "recipient" | "data"): Error | null {
    const fault = this.faults.take(({ at }) => at === point);
    if (!fault) return null;
    return Object.assign(new Error(`refused with ${fault.status}`), { responseCode: fault.status });
  }

  async #receive(bytes: Buffer, to: string[]): Promise<Error | null> {
    // Loaded with the first email, so that the fakes start faster.
    const { default: PostalMime } = await import("postal-mime");
    const email = await PostalMime.parse(bytes);
    const refusal = this.#takeRefusal("data");
    if (refusal) return refusal;
    this.#count += 1;
    this.received.push({
      id: this.#count,
      to,
      from: email.from?.address ?? "",
      subject: email.subject ?? "",
      receivedAt: new Date().toISOString(),
      headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
      text: email.text ?? "",
      html: email.html ?? "",
    });
    if (this.received.length > MAX_KEPT_EMAILS) this.received.shift();
    return null;
  }
}
