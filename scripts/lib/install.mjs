import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';

const STAMP = 'node_modules/.trunkline-install';
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'];

/** Installs what the lock file lists; does nothing when it is installed already. */
export async function install() {
  const manifests = [
    'package.json',
    ...fs.readdirSync(inRoot('packages')).map((name) => `packages/${name}/package.json`),
  ];
  const wanted = fingerprint(
    ['package-lock.json', ...manifests],
    `${process.version} ${process.platform} ${process.arch}`,
  );
  if (readStamp(STAMP) === wanted) return;
  if (!isInstalled(manifests)) await step('Install dependencies', installWithNpm);
  writeStamp(STAMP, wanted);
}

async function installWithNpm() {
  try {
    await npm('ci', '--include=dev', '--prefer-offline');
  } catch (error) {
    // "ci" refuses a lock file that does not match; "install" repairs it.
    if (!error.output?.includes('EUSAGE')) throw error;
    await npm('install', '--include=dev');
  }
}

/**
 * Runs npm, quietly.
 * @param {...string} command
 */
export function npm(...command) {
  const args = [...command, '--no-audit', '--no-fund', '--loglevel=error', '--no-progress'];
  const env = { NO_UPDATE_NOTIFIER: '1' };
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], { env });
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { env });
}

/** Whether the packages of the lock file are installed, also by somebody's own "npm install". */
function isInstalled(manifests) {
  const locked = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  const isLocked = manifests.every((file) =>
    isDeepStrictEqual(dependenciesOf(readJson(file)), dependenciesOf(locked[placeOf(file)])),
  );
  const isPresent = Object.entries(locked).every(
    ([place, { version, optional }]) => !place || optional || present[place]?.version === version,
  );
  return isLocked && isPresent;
}

const placeOf = (manifest) => manifest.replace(/\/?package\.json$/, '');

const packagesIn = (lockFile) => (fs.existsSync(inRoot(lockFile)) ? readJson(lockFile).packages : {});

const readJson = (file) => JSON.parse(fs.readFileSync(inRoot(file), 'utf8'));

const dependenciesOf = (manifest = {}) => KINDS.map((kind) => manifest[kind] ?? {});
