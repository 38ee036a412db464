import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { createMailer, EmailError } from "#worker/email/mailer.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

const ANSWERS = { EHLO: "250 us", MAIL: "250 yes", RCPT: "250 yes", DATA: "354 go on" };
type Stall = "greeting" | keyof typeof ANSWERS;

/** The reply that the server never sends. It keeps the connection open instead. */
let stall: Stall;
let reach: (socket: Socket) => void;
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  const lines = createInterface(socket);
  if (stall === "greeting") return reach(socket);
  socket.write("220 us\r\n");
  lines.on("line", (line) => {
    const command = line.slice(0, 4) as keyof typeof ANSWERS;
    if (command === stall) reach(socket);
    else if (command in ANSWERS) socket.write(`${ANSWERS[command]}\r\n`);
  });
});
let port: number;
beforeAll(async () => {
  port = await listenLocally(server);
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const EMAIL = { subject: "Hello", text: "Hello.", html: "<p>Hello.</p>" };
const LONG_TIMEOUTS = {
  connectionTimeout: 600_000,
  greetingTimeout: 600_000,
  socketTimeout: 600_000,
};

const send = async (at: Stall, timeouts: Partial<typeof LONG_TIMEOUTS> = {}) => {
  stall = at;
  const stalled = new Promise<Socket>((resolve) => {
    reach = resolve;
  });
  const access = {
    url: `smtp://127.0.0.1:${port}`,
    from: { name: "Us", address: "us@example.org" },
  };
  const mailer = createMailer(access, { ...LONG_TIMEOUTS, ...timeouts });
  const control = new AbortController();
  const mail = { ...EMAIL, to: "ada@example.org", id: "mail-1", unsubscribe: null };
  const sending = mailer?.send(mail, control.signal).catch((err: unknown) => err);
  const hungUp = once(await stalled, "close");
  return { sending, control, hungUp };
};

describe("an email whose server stalls", () => {
  it.each(["greeting", "RCPT", "DATA"] as const)(
    "before its %s is aborted as soon as its job is released",
    async (at) => {
      const { sending, control, hungUp } = await send(at);
      const reason = new Error("handed back");
      control.abort(reason);
      expect(await sending).toBe(reason);
      await hungUp;
    },
  );

  it.each([
    ["greeting", "connectionTimeout"],
    ["greeting", "greetingTimeout"],
    ["RCPT", "socketTimeout"],
    ["DATA", "socketTimeout"],
  ] as const)("before its %s fails after the %s", async (at, timeout) => {
    const { sending, hungUp } = await send(at, { [timeout]: 100 });
    const err = await sending;
    await hungUp;
    expect(err).toBeInstanceOf(EmailError);
    expect((err as EmailError).isRefused).toBe(false);
    expect((err as EmailError).facts()).toEqual({ code: "ETIMEDOUT", status: undefined });
  });
});
