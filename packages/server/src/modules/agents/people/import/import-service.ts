import type { Readable } from 'node:stream';
import type { PeopleImport } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import { readCsv, type CsvFile } from '#platform/csv/csv-file';
import { touchesRights, touchesScreens } from '../account-change.ts';
import type { People, PeopleDeps } from '../people-service.ts';
import type { ImportedFields } from './cells.ts';
import * as store from './import-store.ts';
import { planPeople, importSummaryOf, type ExistingPeople, type PlannedPerson } from './plan.ts';

type Deps = PeopleDeps & { people: People };
type Options = { bytes: Readable; isApplied: boolean; isInviting: boolean };

/** Thrown to roll a transaction back. */
class DryRun extends Error {}

/** Imports users from a file. */
export type PeopleImporting = {
  /** Imports a file as a whole or not at all, and returns the problems by line. A dry run does the same, and rolls back. */
  importPeople(viewer: Viewer, file: Options): Promise<PeopleImport>;
};

/** See `PeopleImporting`. */
export function createPeopleImport({ db, notices, settings, auth, people }: Deps): PeopleImporting {
  async function knownBy(tx: Tx, viewer: Viewer): Promise<ExistingPeople> {
    const levels = await store.listLevels(tx.q);
    const given = new Set<number>();
    for (const { id } of levels) if (await mayGive(tx, viewer, id)) given.add(id);
    const { departments, skills } = await settings.listReference();
    const byName = (list: readonly { id: number; name: string }[]) =>
      new Map(list.map(({ id, name }) => [name.toLowerCase(), id]));
    return {
      people: await people.list(tx.q, null),
      names: { levels: byName(levels), departments: byName(departments), skills: byName(skills) },
      mayGive: (id) => given.has(id),
      importer: viewer,
    };
  }

  const mayGive = (tx: Tx, viewer: Viewer, level: number): Promise<boolean> =>
    auth.rights.demandGrantableLevel(tx, viewer, level).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'not_grantable') return false;
        throw error;
      },
    );

  async function write(tx: Tx, viewer: Viewer, wanted: readonly PlannedPerson[]): Promise<number[]> {
    const entryOf = (action: string, id: number, details: object) => ({
      viewer,
      action,
      subject: `user ${id}`,
      details: { ...details, by: 'import' },
    });
    const fresh = wanted.filter(({ before }) => before === null);
    const ids = await store.insertAccounts(
      tx.q,
      fresh.map(({ fields }) => fields),
    );
    const made = fresh.map(({ fields }, index) => ({ id: ids[index] ?? 0, fields }));
    const changed = wanted.flatMap(({ before, fields }) =>
      before && Object.keys(fields).length > 0 ? [{ id: before.id, before, fields }] : [],
    );
    await store.updateAccounts(tx.q, changed);
    await store.replaceBelongings(tx.q, [...made, ...changed]);
    await settings.auditAll(tx.q, [
      ...made.map(({ id, fields }) => entryOf('user.created', id, { after: fields })),
      ...changed.map(({ id, before, fields }) => {
        const names = Object.keys(fields) as (keyof ImportedFields)[];
        const was = Object.fromEntries(names.map((name) => [name, before[name]]));
        return entryOf('user.changed', id, { before: was, after: fields });
      }),
    ]);
    for (const { id, fields } of changed) tellPerson(tx, id, fields);
    const moved = changed.filter(({ fields }) => fields.user_level_id !== undefined);
    const left = moved.flatMap(({ before }) => (before.is_active ? before.user_level_id : []));
    if (moved.length > 0) await auth.rights.demandSomeoneCanSignIn(tx, left);
    for (const { before, fields } of changed)
      if (fields.email) await people.moveAddress(tx, { ...before, email: fields.email });
    return made.flatMap(({ id, fields }) => (fields.email ? [id] : []));
  }

  function tellPerson(tx: Tx, id: number, fields: ImportedFields): void {
    if (touchesRights(fields)) auth.rights.emitRightsChanged(tx, { userId: id });
    else if (touchesScreens(fields)) tx.emit('user-changed', { id }, [`user:${id}`]);
    if (touchesScreens(fields)) tx.afterCommit(() => notices.send('user-changed', { id }));
  }

  async function run(tx: Tx, viewer: Viewer, file: CsvFile, options: Omit<Options, 'bytes'>) {
    await store.lockPeople(tx.q);
    const plan = await planPeople(file, await knownBy(tx, viewer));
    const summary = importSummaryOf(plan, file.lines.length);
    if (plan.problems.length > 0) return summary;
    const invited = await write(tx, viewer, plan.wanted);
    if (options.isInviting && invited.length > 0) {
      if (!(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
      await auth.invitations.invite(tx, invited);
    }
    people.emitPeopleChanged(tx);
    return { ...summary, is_applied: options.isApplied };
  }

  return {
    async importPeople(viewer, { bytes, ...options }) {
      const file = await readCsv(bytes);
      let result: PeopleImport | undefined;
      const done = db.transaction(async (tx) => {
        result = await run(tx, viewer, file, options);
        if (!result.is_applied) throw new DryRun();
      });
      await done.catch((error: unknown) => {
        if (!(error instanceof DryRun)) throw error;
      });
      return found(result);
    },
  };
}
