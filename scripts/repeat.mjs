// "npm run test:repeat": finds tests whose result varies. Runs the browser part of the core and the tests that touch real time
// again and again, without a second try and beside a process that loads one core, and appends a line for each run to
// test-results/repeat.jsonl: commit, passed, failed, seconds, load.
//   --times 17   how often
//   --whole      the whole core each time
import './lib/node-version.mjs';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { buildWithSimulator } from './lib/build.mjs';
import { fail } from './lib/fail.mjs';
import { install } from './lib/install.mjs';
import { totalsOf } from './lib/results.mjs';
import { inRoot } from './lib/root.mjs';
import { endChild, startChild } from './lib/run.mjs';
import { say } from './lib/steps.mjs';
import { resultsOf, runSuite, suitesOf } from './lib/suites.mjs';

const BURN = 'for (;;) Math.sqrt(Math.random());';
const KEPT = inRoot('test-results', 'repeat.jsonl');

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '17' },
    whole: { type: 'boolean', default: false },
  },
});

try {
  await install();
  await buildWithSimulator();
} catch (error) {
  fail(error);
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: inRoot(),
  encoding: 'utf8',
}).trim();
const all = suitesOf({ retries: 0, files: values.whole ? [] : realTimeTests() });

/** Test files that wait for something in real time. */
function realTimeTests() {
  return execFileSync(
    'git',
    ['grep', '-lE', 'expect\\.poll|waitFor\\(|setTimeout', '--', '*.test.ts', '*.test.tsx'],
    {
      cwd: inRoot(),
      encoding: 'utf8',
    },
  )
    .trim()
    .split('\n');
}

async function once(number) {
  const began = Date.now();
  const burning = startChild(process.execPath, ['-e', BURN], { stdio: 'ignore', patienceMs: 100 });
  const broken = [];
  for (const suite of Object.values(all)) await runSuite(suite).catch(() => broken.push(suite.label));
  const load = os.loadavg().map((each) => Number(each.toFixed(1)));
  await endChild(burning);
  const results = Object.values(all).flatMap(resultsOf);
  const line = {
    ...{ commit, at: new Date().toISOString(), seconds: Math.round((Date.now() - began) / 1000), load },
    ...totalsOf(results),
    broken,
    failures: results
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ file, name }) => `${file} › ${name}`),
  };
  fs.appendFileSync(KEPT, `${JSON.stringify(line)}\n`);
  say(
    `Run ${number}: ${line.passed} passed, ${line.failed} failed in ${line.seconds} s, load ${load.join(' ')}`,
  );
  return broken.length === 0 && line.failed === 0;
}

let good = 0;
for (let number = 1; number <= Number(values.times); number += 1) if (await once(number)) good += 1;
say(`${good} of ${values.times} runs were green`);
process.exitCode = good === Number(values.times) ? 0 : 1;
