import type { BodyOf, Person, updatePerson } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import * as store from './people-store.ts';

type Deps = Pick<Platform, 'db' | 'notices'> & { settings: Settings };
type Change = BodyOf<typeof updatePerson>;

/** What people are offered: how much at once, what they know, and which phone is theirs. */
export function createPeople({ db, notices, settings }: Deps) {
  async function demandSkills(tx: Tx, skills: Person['skills']): Promise<void> {
    for (const { skill_id: id } of skills) await settings.demandKnown(tx.q, { skills: id });
  }

  /** A phone is one person's. */
  async function giveExtension(tx: Tx, id: number, extension: string): Promise<void> {
    const owner = extension === '' ? undefined : await store.findByExtension(tx.q, extension);
    if (owner && owner.id !== id) throw new AppError('duplicate', { path: 'extension' });
    await store.setExtension(tx.q, id, extension);
  }

  return {
    listPeople: (): Promise<Person[]> => store.listPeople(db.q, null),

    updatePerson: (viewer: Viewer, id: number, change: Change): Promise<Person> =>
      db.transaction(async (tx) => {
        const [before] = await store.listPeople(tx.q, id);
        const current = found(before);
        if (!(await store.changeVersion(tx.q, id, change.version))) throw new AppError('stale', { current });
        const { chat_capacity: capacity, skills, extension } = change;
        if (skills) {
          await demandSkills(tx, skills);
          await store.replaceSkills(tx.q, id, skills);
        }
        if (capacity !== undefined) await store.setCapacity(tx.q, id, capacity);
        if (extension !== undefined) await giveExtension(tx, id, extension);
        const [after] = await store.listPeople(tx.q, id);
        await settings.audit(tx.q, {
          viewer,
          action: 'user.changed',
          subject: `user ${id}`,
          details: { capacity, skills, extension },
        });
        tx.emit('settings-changed', { part: 'people' }, ['everyone']);
        tx.afterCommit(() => notices.send('route', null));
        return found(after);
      }),
  };
}
