import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A migrated, empty database of one's own: take one in `beforeAll`, drop it in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl');
  const url = withDatabase(template, `test_${randomBytes(6).toString('hex')}`);
  // Copied as files: writing every page to the log first takes ten times as long.
  await onServer(url, (name) => `create database ${name} template ${nameOf(template)} strategy file_copy`);
  return { url, drop: () => onServer(url, (name) => `drop database ${name} with (force)`) };
}

/** Runs what has to be said about a database from outside of it. */
export async function onServer(url: string, statement: (name: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    await client.query(statement(nameOf(url)));
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);
