import type { Language } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { People, PeopleDeps } from './people-service.ts';
import { incrementVersion } from './people-store.ts';
import * as store from './erasing-store.ts';

type Deps = PeopleDeps & Pick<Platform, 'jobs'> & { people: People };
/** Replaces the old name in a module's tables. May run twice. */
type Rename = (q: Query, userId: number, name: string) => Promise<void>;

const TASK = 'agents:rename-erased';
const FORMER: Record<Language, (id: number) => string> = {
  en: (id) => `Former agent ${id}`,
  id: (id) => `Mantan agen ${id}`,
};

/** Erasing users. */
export type PersonErasing = {
  /** For modules that store the names of users. */
  onRename(one: Rename): void;
  /**
   * Erases an inactive user. Their name is replaced by a job soon after. @throws AppError `stale`; `conflict` for an active
   * user
   */
  erasePerson(viewer: Viewer, id: number, version: number): Promise<void>;
  /** Replaces the name of an erased user in all modules; may run twice. */
  rename(id: number, name: string): Promise<void>;
};

/** Erases inactive users: their personal data goes, their work stays under another name. */
export function createPersonErasing({
  db,
  clock,
  jobs,
  notices,
  settings,
  auth,
  people,
}: Deps): PersonErasing {
  const renames: Rename[] = [store.renameInHistory];

  async function rename(id: number, name: string): Promise<void> {
    for (const one of renames) await one(db.q, id, name);
  }
  jobs.define<{ id: number; name: string }>(TASK, ({ id, name }) => rename(id, name));

  return {
    onRename: (one) => void renames.push(one),

    erasePerson: (viewer, id, version) =>
      db.transaction(async (tx) => {
        const current = await people.read(tx.q, id);
        if (!(await incrementVersion(tx.q, id, version))) throw new AppError('stale', { current });
        if (current.is_active) throw new AppError('conflict', { reason: 'person_active' });
        await people.demandLevels(tx, viewer, [current.user_level_id]);
        await auth.endAccess(tx, viewer, id);
        const name = FORMER[(await settings.config()).default_language](id);
        await store.deleteRowsOfUser(tx.q, id);
        await store.anonymiseAccount(tx.q, id, { name, now: clock.now() });
        await auth.rights.demandSomeoneCanSignIn(tx, []);
        await people.audit(tx, viewer, { action: 'user.erased', id });
        await tx.enqueue(TASK, { id, name }, { key: `${TASK}:${id}` });
        people.emitPeopleChanged(tx);
        tx.afterCommit(() => notices.send('user-changed', { id }));
      }),

    rename,
  };
}
