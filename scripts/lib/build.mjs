import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs';
import { inRoot } from './root.mjs';
import { compile, runBin } from './run.mjs';
import { step } from './steps.mjs';

const COMMON = ['package-lock.json', 'tsconfig.base.json', 'packages/contract'];

const TARGETS = [
  {
    label: 'Compile the server',
    folder: 'packages/server',
    uses: ['scripts/lib/bundle-for-node.mjs'],
    make: () => Promise.all([compile('packages/contract', 'packages/server'), viteBuild('packages/server')]),
  },
  {
    label: 'Compile the media server',
    folder: 'packages/media',
    uses: ['scripts/lib/bundle-for-node.mjs'],
    make: () => Promise.all([compile('packages/media'), viteBuild('packages/media')]),
  },
  {
    label: 'Build the web app',
    folder: 'packages/web',
    uses: ['packages/call-client'],
    make: () => bundle('packages/web'),
  },
  {
    label: 'Build the chat widget',
    folder: 'packages/chat-widget',
    uses: ['packages/call-client'],
    make: () => bundle('packages/chat-widget'),
  },
  {
    label: 'Build the call engine',
    folder: 'packages/call-engine',
    make: () => bundle('packages/call-engine'),
  },
];

/** Builds what has changed since the last build, or everything. */
export async function build({ force = false } = {}) {
  const due = TARGETS.map((target) => ({
    ...target,
    stamp: `${target.folder}/dist/.trunkline-build`,
    wanted: fingerprint([...COMMON, ...(target.uses ?? []), target.folder], process.version),
  })).filter(({ stamp, wanted }) => force || readStamp(stamp) !== wanted);

  // The compiler takes a second or two, and the bundlers use both cores: running all at once is fastest.
  const outcomes = await Promise.allSettled(due.map((target) => step(target.label, () => make(target))));
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
}

/** Builds, and compiles the simulator, whose customers and providers the tests, the bench and the local call centre use. */
export async function buildWithSimulator() {
  await build();
  await step('Compile the simulator', () => compile('packages/simulator/tsconfig.json'));
}

async function make({ folder, make, stamp, wanted }) {
  fs.rmSync(inRoot(stamp), { force: true });
  await make();
  fs.mkdirSync(inRoot(folder, 'dist'), { recursive: true });
  writeStamp(stamp, wanted);
}

const viteBuild = (folder) =>
  runBin('vite', ['build', folder, '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } });

async function bundle(folder) {
  await viteBuild(folder);
  compress(inRoot(folder, 'dist'));
}

/** Adds compressed versions next to each text file, so that the server need not compress while serving. */
function compress(folder) {
  for (const file of fs.readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|json)$/.test(file)) continue;
    const place = path.join(folder, file);
    const bytes = fs.readFileSync(place);
    if (bytes.length < 1024) continue;
    fs.writeFileSync(`${place}.gz`, gzipSync(bytes, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    fs.writeFileSync(`${place}.br`, brotliCompressSync(bytes, { params: quality }));
  }
}
