/** A test that calls anywhere but this machine fails: the wire is faked, never reached. */
const net = require("node:net");

const LOOPBACK = /^(127\.|::1$|localhost$|\[::1\]$)/;
const connect = Reflect.get(net.Socket.prototype, "connect");

net.Socket.prototype.connect = function connectToLoopback(...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const given = typeof first === "object" ? first?.host : second;
  const host = typeof given === "string" ? given : "localhost";
  if (!first?.path && !LOOPBACK.test(host)) throw new Error(`A test tried to reach ${host}`);
  return connect.apply(this, args);
};
