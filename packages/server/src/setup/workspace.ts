import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Db } from '#platform/db';
import { hashPassword } from '#modules/auth';
import { insertLevels, LEVELS, type LevelName } from './levels.ts';

export type DemoPerson = {
  username: string;
  fullname: string;
  level: LevelName;
  departments: readonly number[];
  isMonitoring?: boolean;
  extension?: string;
  language?: 'en' | 'id';
};
export type FirstLogin = { username: string; password: string; what: string };

const BREAK_REASONS = [
  { name: 'Lunch', is_paid: false, limit_minutes: 60 },
  { name: 'Prayer', is_paid: true, limit_minutes: 20 },
  { name: 'Short break', is_paid: true, limit_minutes: 15 },
  { name: 'Meeting', is_paid: true, limit_minutes: null },
  { name: 'Training', is_paid: true, limit_minutes: null },
];

/** A database without roles belongs to a new workspace. */
export async function isNew(db: Db): Promise<boolean> {
  return (await db.q.selectFrom('user_levels').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Whether the database has never had a user. */
export async function isWithoutPeople(db: Db): Promise<boolean> {
  return (await db.q.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Inserts the lists without which nobody can work; their names can be changed later. */
export async function insertBasics(q: Db['q']): Promise<Record<LevelName, number>> {
  const levels = await insertLevels(q);
  await q
    .insertInto('priorities')
    .values([
      {
        name: 'Urgent',
        rank: 1,
        first_response_minutes: 5,
        next_response_minutes: 10,
        resolution_minutes: 240,
        is_default: false,
      },
      {
        name: 'High',
        rank: 2,
        first_response_minutes: 15,
        next_response_minutes: 30,
        resolution_minutes: 480,
        is_default: false,
      },
      {
        name: 'Normal',
        rank: 3,
        first_response_minutes: 60,
        next_response_minutes: 120,
        resolution_minutes: 1440,
        is_default: true,
      },
      {
        name: 'Low',
        rank: 4,
        first_response_minutes: 240,
        next_response_minutes: 480,
        resolution_minutes: 4320,
        is_default: false,
      },
    ])
    .execute();
  await q
    .insertInto('break_reasons')
    .values(BREAK_REASONS.map((reason, position) => ({ ...reason, department_id: null, position })))
    .execute();
  return levels;
}

export async function insertPeople(
  q: Db['q'],
  levels: Partial<Record<LevelName, number>>,
  people: readonly (DemoPerson & { password: string })[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const hashes = new Map<string, string>();
  for (const person of people) {
    const hash = hashes.get(person.password) ?? (await hashPassword(person.password));
    hashes.set(person.password, hash);
    const { id } = await q
      .insertInto('users')
      .values({
        username: person.username,
        fullname: person.fullname,
        email: `${person.username}@trunkline.example`,
        password_hash: hash,
        password_exp_date: null,
        extension: person.extension ?? '',
        is_monitoring: person.isMonitoring ?? false,
        user_level_id: levels[person.level] ?? 0,
        language: person.language ?? 'en',
        sounds: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(person.username, id);
    if (person.departments.length > 0) {
      await q
        .insertInto('user_departments')
        .values(person.departments.map((department_id) => ({ user_id: id, department_id })))
        .execute();
    }
  }
  return ids;
}

/** Called before the workspace is committed: otherwise a crash could leave users whose passwords nobody knows. */
export type SaveLogins = (logins: readonly FirstLogin[]) => void;

/** Sets up a real workspace: the lists without which nobody can work, and no users. The wizard in the browser does the rest. */
export async function setUpEmpty(db: Db): Promise<void> {
  await db.q.transaction().execute((trx) => insertBasics(trx));
}

/** Sets up an administrator in one department instead of the wizard, for set-up by a script. */
export async function setUpAdministrator(db: Db, password: string): Promise<void> {
  await db.q.transaction().execute(async (trx) => {
    const { id: level } = await trx
      .selectFrom('user_levels')
      .select('id')
      .where('name', '=', LEVELS.administrator.name)
      .executeTakeFirstOrThrow();
    const { id } = await trx
      .insertInto('departments')
      .values({ name: 'Support' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const fullname = 'Administrator';
    const admin: DemoPerson = { username: 'admin', fullname, level: 'administrator', departments: [id] };
    await insertPeople(trx, { administrator: level }, [{ ...admin, password }]);
    // The password expires, because others may have read it in the configuration: it must be changed at the first sign-in.
    await trx.updateTable('users').set({ password_exp_date: new Date() }).execute();
  });
}

export const newPassword = (): string => randomBytes(9).toString('base64url');

const loginsFile = (dataDir: string) => path.join(dataDir, 'first-logins.txt');

export const hasSavedLogins = (dataDir: string): boolean => fs.existsSync(loginsFile(dataDir));

/** Stores the printed passwords in a file that only its owner can read, for those who missed them. */
export function saveLogins(dataDir: string, logins: readonly FirstLogin[]): void {
  fs.writeFileSync(
    loginsFile(dataDir),
    logins.map(({ username, password, what }) => `${username}\t${password}\t${what}\n`).join(''),
    { mode: 0o600 },
  );
}
