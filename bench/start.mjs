import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../scripts/lib/free-port.mjs';

/** From a bare clone to the sign-in page, and again when everything is installed. */
export async function measure({ say }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trunkline-bench-'));
  try {
    spawnSync('git', ['clone', '--quiet', process.cwd(), folder]);
    const cold = await timeStart(folder);
    say(`  bare clone: ${(cold / 1000).toFixed(1)} s`);
    const warm = [];
    for (let n = 0; n < 3; n += 1) warm.push(await timeStart(folder));
    const best = Math.min(...warm);
    return [
      {
        figure: 'bare clone to the sign-in page (npm cache as it is here)',
        value: Number((cold / 1000).toFixed(1)),
        unit: 's',
      },
      {
        figure: 'second start to the sign-in page, best of three',
        value: Number((best / 1000).toFixed(2)),
        unit: 's',
        target: '< 5',
      },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function timeStart(folder) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      DEMO_PASSWORD: 'bench-password-1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(`http://127.0.0.1:${port}/login`))) {
    if (child.exitCode !== null) throw new Error(`the start ended with code ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const took = performance.now() - started;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return took;
}

const answers = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
