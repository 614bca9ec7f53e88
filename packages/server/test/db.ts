import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** Creates an empty, migrated database: call it in `beforeAll`, and drop it in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl');
  const url = withDatabase(template, `test_${randomBytes(6).toString('hex')}`);
  // Copied as files: by way of the log it would take ten times as long.
  const admin = inject('adminUrl');
  const name = nameOf(url);
  await runOnServer(
    admin,
    `create database ${name} template ${nameOf(template)} ${ownerFromUrl(url)} strategy file_copy`,
  );
  return { url, drop: () => runOnServer(admin, `drop database ${name} with (force)`) };
}

/** Creates an empty database; drop it afterwards. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const url = withDatabase(inject('templateUrl'), `empty_${randomBytes(6).toString('hex')}`);
  await runOnServer(inject('adminUrl'), `create database ${nameOf(url)} ${ownerFromUrl(url)}`);
  return { url, drop: () => runOnServer(inject('adminUrl'), `drop database ${nameOf(url)} with (force)`) };
}

/** An SQL clause that makes the user in this URL the owner of a database. */
export const ownerFromUrl = (url: string): string => `owner ${new URL(url).username}`;

/** Runs a statement that cannot run inside the database that it is about. */
export async function runOnServer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(adminUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export const nameOf = (url: string) => new URL(url).pathname.slice(1);
