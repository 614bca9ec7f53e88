// Vitest setup file: a test that tries to reach the network fails, even if the tested code handles the error.
import dgram from 'node:dgram';
import net from 'node:net';
import os from 'node:os';
import { afterEach } from 'vitest';

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i;
/** What is sent to an address of this machine does not leave it either: calls try all of them. */
const OWN = new Set(
  Object.values(os.networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
);
const isHere = (host) => LOOPBACK.test(host) || OWN.has(host);

let attempts = [];

function refuse(host) {
  attempts.push(host);
  throw new Error(`A test tried to reach ${host}: tests talk to this machine only.`);
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function guardedConnect(...args) {
  // Node passes the arguments of net.connect() as one normalised array.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const target =
    typeof first === 'object' ? first : { host: typeof second === 'string' ? second : undefined };
  if (!target.path && target.host && !isHere(target.host)) refuse(target.host);
  return connect.apply(this, args);
};

const send = dgram.Socket.prototype.send;
dgram.Socket.prototype.send = function guardedSend(...args) {
  const host = args.slice(1).find((value) => typeof value === 'string');
  if (host && !isHere(host)) refuse(host);
  return send.apply(this, args);
};

afterEach(() => {
  const seen = attempts;
  attempts = [];
  if (seen.length > 0) throw new Error(`This test tried to reach ${seen.join(', ')}.`);
});
