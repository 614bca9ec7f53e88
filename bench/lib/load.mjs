import fs from 'node:fs';
import http from 'node:http';
import { percentiles } from './report.mjs';

/** A client with connections that stay open, cheaper than `fetch`: what is measured is the server. */
export function openClient(url) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  return {
    request: (method, path, { token, body } = {}) =>
      new Promise((resolve, reject) => {
        const text = body && JSON.stringify(body);
        const headers = {
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...(token && { authorization: `Bearer ${token}` }),
        };
        const sent = http.request(url + path, { method, agent, headers }, (response) => {
          const parts = [];
          response.on('data', (part) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const answer = Buffer.concat(parts).toString();
            if (response.statusCode === 200) resolve(JSON.parse(answer));
            else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer}`));
          });
        });
        sent.on('error', reject);
        sent.end(text);
      }),
    close: () => agent.destroy(),
  };
}

/** Seconds of processor time that the embedded database in this folder has used so far, with the processes that have ended. */
export function databaseCpuSeconds(dataDir) {
  const [postmaster] = fs.readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n');
  const children = fs
    .readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .trim()
    .split(' ');
  const own = [postmaster, ...children].map((pid) => ticksOf(pid).slice(0, 2));
  const ended = ticksOf(postmaster).slice(2);
  return [...own.flat(), ...ended].reduce((sum, ticks) => sum + ticks, 0) / 100;
}

/** User and system time of a process, then those of its ended children, in hundredths of a second. */
function ticksOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 15).map(Number);
  } catch {
    return [0, 0, 0, 0];
  }
}

/** The times of `count` runs one after the other, in milliseconds. */
export async function oneByOne(run, { count, warmUp }) {
  const times = [];
  for (let n = 0; n < warmUp + count; n += 1) {
    const started = performance.now();
    await run(n);
    if (n >= warmUp) times.push(performance.now() - started);
  }
  return percentiles(times);
}

/** How many runs a second end when `atOnce` are always on their way. */
export async function atOnce(run, { count, atOnce: width }) {
  const started = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) {
      next += 1;
      await run(next);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return (1000 * count) / (performance.now() - started);
}
