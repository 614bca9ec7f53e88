import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Db } from '#platform/db';
import { hashPassword } from '#modules/auth';
import { insertLevels, type LevelName } from './levels.ts';

export type Person = {
  username: string;
  fullname: string;
  level: LevelName;
  departments: readonly number[];
  isMonitoring?: boolean;
  extension?: string;
  language?: 'en' | 'id';
};
export type FirstLogin = { username: string; password: string; what: string };

/** A database without a user is a new workspace. */
export async function isNew(db: Db): Promise<boolean> {
  return (await db.q.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** The lists that nobody can work without. Names can be changed on the screen. */
export async function insertBasics(q: Db['q']): Promise<Record<LevelName, number>> {
  const levels = await insertLevels(q);
  await q
    .insertInto('priorities')
    .values([
      { name: 'Urgent', rank: 1, first_response_minutes: 5, resolution_minutes: 240, is_default: false },
      { name: 'High', rank: 2, first_response_minutes: 15, resolution_minutes: 480, is_default: false },
      { name: 'Normal', rank: 3, first_response_minutes: 60, resolution_minutes: 1440, is_default: true },
      { name: 'Low', rank: 4, first_response_minutes: 240, resolution_minutes: 4320, is_default: false },
    ])
    .execute();
  await q
    .insertInto('break_reasons')
    .values(
      ['Lunch', 'Prayer', 'Short break', 'Meeting', 'Training'].map((name, position) => ({ name, position })),
    )
    .execute();
  return levels;
}

export async function insertPeople(
  q: Db['q'],
  levels: Record<LevelName, number>,
  people: readonly (Person & { password: string })[],
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
        user_level_id: levels[person.level],
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

/** A real workspace: one department, one administrator, nothing else. */
export async function setUpEmpty(db: Db): Promise<FirstLogin[]> {
  const password = newPassword();
  await db.q.transaction().execute(async (trx) => {
    const levels = await insertBasics(trx);
    const { id } = await trx
      .insertInto('departments')
      .values({ name: 'Support' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertPeople(trx, levels, [
      { username: 'admin', fullname: 'Administrator', level: 'administrator', departments: [id], password },
    ]);
  });
  return [{ username: 'admin', password, what: 'administrator' }];
}

export const newPassword = (): string => randomBytes(9).toString('base64url');

/** Keeps what was printed, for whoever missed it. Readable by its owner only. */
export function keepLogins(dataDir: string, logins: readonly FirstLogin[]): string {
  const file = path.join(dataDir, 'first-logins.txt');
  fs.writeFileSync(
    file,
    logins.map(({ username, password, what }) => `${username}\t${password}\t${what}\n`).join(''),
    { mode: 0o600 },
  );
  return file;
}
