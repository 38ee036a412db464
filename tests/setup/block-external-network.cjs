/** Makes connections to other machines throw, because tests must use fakes of external services. */
const net = require("node:net");

const LOOPBACK = /^(127\.|::1$|localhost$|\[::1\]$)/;
const connect = Reflect.get(net.Socket.prototype, "connect");

net.Socket.prototype.connect = function connectToLoopback(...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const given = typeof first === "object" ? first?.host : second;
  const host = typeof given === "string" ? given : "localhost";
  if (!first?.path && !LOOPBACK.test(host)) throw new Error(`A test tried to connect to ${host}`);
  return connect.apply(this, args);
};
