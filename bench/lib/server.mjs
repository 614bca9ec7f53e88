import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { freePort } from '../../scripts/lib/free-port.mjs';

/** Starts the built server as a process on a free port; with `inspectPort` its heap can be inspected. */
export async function startServer(env, { inspectPort } = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [...inspectFlags(inspectPort), 'scripts/serve.mjs'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      RATE_LIMIT_FACTOR: '100000',
      MAIL_PRIVATE_HOSTS: '127.0.0.0/8',
      MAIL_PORTS: '1-65535',
      LOG_LEVEL: 'error',
      ...env,
    },
    // An inspected process prints its debugger address on standard error.
    stdio: ['ignore', 'ignore', inspectPort ? 'ignore' : 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    pid: child.pid,
    readyMs: performance.now() - started,
    /** Resident memory of the server process, without its database, in MB. */
    memoryMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    /** Seconds of processor time used so far. */
    cpuSeconds() {
      const fields = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const inspectFlags = (port) => (port ? [`--inspect=127.0.0.1:${port}`] : []);

export async function call(url, method, path, { token, body } = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
