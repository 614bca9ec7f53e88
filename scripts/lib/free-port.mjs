import net from 'node:net';

/** Below the range of outgoing connections, so that nothing takes a port between choosing and using it. */
const FIRST = 20_000;
const COUNT = 12_000;

// Simultaneous processes start at different ports.
let next = (process.pid * 101) % COUNT;

/**
 * A free port of this machine: any, or the first one from `wanted`.
 * @param {number} [wanted]
 * @returns {Promise<number>}
 */
export function freePort(wanted) {
  if (wanted !== undefined) return firstFree(wanted, (port) => port + 1);
  return firstFree(chosen(), chosen);
}

function chosen() {
  next = (next + 1) % COUNT;
  return FIRST + next;
}

/** @param {number} port @param {(port: number) => number} after @returns {Promise<number>} */
function firstFree(port, after) {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve(firstFree(after(port), after));
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
