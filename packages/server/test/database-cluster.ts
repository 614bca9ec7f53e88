import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { scratchFolder } from '../../../scripts/lib/scratch.mjs';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { buildMailThread } from './mail/mail-thread.ts';
import { nameOf, runOnServer, ownerFromUrl, withDatabase } from './db.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that is copied for each test; nobody is connected to it. */
    templateUrl: string;
    /** The connection by which databases are created and dropped. */
    adminUrl: string;
    /** The file with the built program of the threads that read mails. */
    mailThread: string;
  }
}

/** One PostgreSQL for the whole run: its own in a temporary folder, or the one in TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const templateUrl = withDatabase(server.url, `template_${randomBytes(6).toString('hex')}`);
  const name = nameOf(templateUrl);
  await runOnServer(server.adminUrl, `create database ${name} ${ownerFromUrl(templateUrl)}`);
  await migrate(templateUrl);
  project.provide('templateUrl', templateUrl);
  project.provide('adminUrl', server.adminUrl);
  const mailThread = await buildMailThread();
  project.provide('mailThread', mailThread);
  return async () => {
    await runOnServer(server.adminUrl, `drop database ${name} with (force)`);
    await server.stop();
    await fs.rm(path.dirname(mailThread), { recursive: true, force: true });
  };
}

async function startServer(): Promise<{ url: string; adminUrl: string; stop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, adminUrl: url, stop: async () => {} };
  const folder = scratchFolder('trunkline-');
  // The data need not survive a power cut, so writing need not be durable. Passwords need not be safe either: hashing one for
  // each of many connections would take long.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    scram_iterations: '1',
  };
  const postgres = await startEmbeddedPostgres({ dir: path.join(folder, 'pg'), say: () => {}, settings });
  return {
    url: postgres.url,
    adminUrl: postgres.adminUrl,
    async stop() {
      await postgres.stop();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}
