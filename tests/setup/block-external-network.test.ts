import net from "node:net";

const PORT = 9;
const ELSEWHERE = "db.example.org";

test.each<[how: string, connect: (socket: net.Socket) => unknown]>([
  ["a port and a host", (socket) => socket.connect(PORT, ELSEWHERE)],
  ["options", (socket) => socket.connect({ port: PORT, host: ELSEWHERE })],
  ["net.connect", () => net.connect(PORT, ELSEWHERE)],
])("a test cannot connect to another machine with %s", (_how, connect) => {
  expect(() => connect(new net.Socket())).toThrow(`A test tried to connect to ${ELSEWHERE}`);
});

test.each<[how: string, connect: (port: number) => net.Socket]>([
  ["a port", (port) => net.connect(port)],
  ["a port and a host", (port) => new net.Socket().connect(port, "127.0.0.1")],
  ["options", (port) => net.connect({ port, host: "localhost" })],
])("a test can connect to its own machine with %s", async (_how, connect) => {
  const server = net.createServer((socket) => socket.end()).listen(0);
  const { port } = server.address() as net.AddressInfo;
  const socket = connect(port).resume();
  await new Promise((resolve) => socket.once("close", resolve));
  expect(socket.errored).toBeNull();
  server.close();
});
