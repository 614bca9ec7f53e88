import type { BodyOf, createPerson, Person, updatePerson } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import {
  accountDifferences,
  foreignDepartments,
  touchesRights,
  touchesScreens,
  touchesSignIn,
} from './account-change.ts';
import * as store from './people-store.ts';

export type PeopleDeps = Pick<Platform, 'db' | 'clock' | 'notices'> & { settings: Settings; auth: Auth };
type Change = Omit<BodyOf<typeof updatePerson>, 'version'>;
type Administrator = Pick<Person, 'fullname' | 'username' | 'email' | 'language'> & { password: string };
const BEGINNING = { extension: '', is_monitoring: false, chat_capacity: 4 } as const;
/**
 * Users' accounts. Nobody can grant, take away or edit a role with more permissions than they hold, or add anybody to
 * departments that they do not see; user name, e-mail and extension must be unique (`duplicate`).
 */
export type PeopleAccounts = {
  listPeople(): Promise<Person[]>;
  /**
   * Creates a user, who is invited by mail (`mail_not_configured` without a mail server), or gets a password that is returned
   * once.
   */
  createPerson(
    viewer: Viewer,
    body: BodyOf<typeof createPerson>,
  ): Promise<{ data: Person; temporary_password: string | null }>;
  /** The first user, who sets up the workspace with a password of their own. Call inside a transaction. */
  createAdministrator(tx: Tx, account: Administrator): Promise<void>;
  /** @throws AppError `stale` where the version is not the latest */
  updatePerson(viewer: Viewer, id: number, body: BodyOf<typeof updatePerson>): Promise<Person>;
  /** @throws AppError `conflict` where they have a password already, or are inactive */
  sendInvitation(viewer: Viewer, id: number): Promise<Person>;
  withdrawInvitation(viewer: Viewer, id: number): Promise<Person>;
};

/** `PeopleAccounts` with what the services next to it share. */
export type People = PeopleAccounts & {
  /** All users, or one. */
  list(q: Query, only: number | null): Promise<Person[]>;
  /** @throws AppError `not_found` */
  read(q: Query, id: number): Promise<Person>;
  /** Tells screens that users have changed, and routing. */
  emitPeopleChanged(tx: Tx): void;
  audit(tx: Tx, viewer: Viewer, entry: { action: string; id: number; details?: object }): Promise<void>;
  demandLevels(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<void>;
  /** Ends links that were mailed to the old address; an open invitation is sent to the new one. */
  moveAddress(tx: Tx, person: Person): Promise<void>;
};

/** See `PeopleAccounts`. */
export function createPeople({ db, clock, notices, settings, auth }: PeopleDeps): People {
  const now = () => clock.now();
  const list = (q: Query, only: number | null) => store.listPeople(q, { only, now: now() });
  const read = async (q: Query, id: number): Promise<Person> => found((await list(q, id))[0]);

  async function demandKnown(tx: Tx, { department_ids = [], skills = [] }: Change): Promise<void> {
    for (const id of department_ids) await settings.demandKnown(tx.q, { departments: id });
    for (const { skill_id: id } of skills) await settings.demandKnown(tx.q, { skills: id });
  }

  async function demandLevels(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<void> {
    for (const id of new Set(ids)) await auth.rights.demandGrantableLevel(tx, viewer, id);
  }

  function demandDepartments(
    viewer: Viewer,
    { department_ids: ids }: Change,
    before: readonly number[],
  ): void {
    if (ids && foreignDepartments(viewer, ids, before).length > 0) throw new AppError('not_grantable');
  }

  /** User name, e-mail and extension must be unique, ignoring case. */
  async function demandFree(tx: Tx, wanted: Change, except: number): Promise<void> {
    const twin = await store.findDuplicateAccount(tx.q, wanted, except);
    if (twin) throw new AppError('duplicate', twin);
  }

  async function write(tx: Tx, id: number, { department_ids, skills, ...fields }: Change): Promise<void> {
    const account = Object.entries(fields).filter(([, value]) => value !== undefined);
    await store.updateAccount(tx.q, id, Object.fromEntries(account));
    if (department_ids) await store.replaceDepartments(tx.q, id, department_ids);
    if (skills) await store.replaceSkills(tx.q, id, skills);
  }

  function emitPeopleChanged(tx: Tx): void {
    tx.emit('settings-changed', { part: 'people' }, ['everyone']);
    tx.afterCommit(() => notices.send('route', null));
  }

  const audit = (tx: Tx, viewer: Viewer, entry: { action: string; id: number; details?: object }) => {
    const { action, id, details } = entry;
    return settings.audit(tx.q, { viewer, action, subject: `user ${id}`, ...(details && { details }) });
  };

  /** Mails the link of an invitation; refused without outgoing mail, since nobody would get it. */
  async function invite(tx: Tx, { id, email }: Pick<Person, 'id' | 'email'>): Promise<void> {
    if (email === null)
      throw new AppError('invalid', [{ path: 'email', message: 'Required for an invitation' }]);
    if (!(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
    await auth.invitations.invite(tx, [id]);
  }

  async function create(viewer: Viewer, body: BodyOf<typeof createPerson>) {
    const { sign_in: signIn, department_ids, skills, ...account } = body;
    const made = await db.transaction(async (tx) => {
      await demandLevels(tx, viewer, [account.user_level_id]);
      demandDepartments(viewer, body, []);
      await demandKnown(tx, body);
      await demandFree(tx, account, 0);
      const id = await store.insertAccount(tx.q, account);
      await write(tx, id, { department_ids, skills });
      if (signIn === 'invitation') await invite(tx, { id, email: account.email });
      await audit(tx, viewer, { action: 'user.created', id, details: { after: body } });
      emitPeopleChanged(tx);
      return read(tx.q, id);
    });
    if (signIn === 'invitation') return { data: made, temporary_password: null };
    const password = await auth.resetByAdministrator(viewer, made.id);
    return { data: await read(db.q, made.id), temporary_password: password };
  }

  async function change(tx: Tx, viewer: Viewer, before: Person, wanted: Change): Promise<void> {
    const { id } = before;
    const changed = accountDifferences(before, wanted);
    if (!changed) return;
    const levels = [before.user_level_id, wanted.user_level_id ?? before.user_level_id];
    if (touchesSignIn(changed.after)) await demandLevels(tx, viewer, levels);
    demandDepartments(viewer, wanted, before.department_ids);
    await demandKnown(tx, wanted);
    await demandFree(tx, wanted, id);
    await write(tx, id, wanted);
    if ('user_level_id' in changed.after)
      await auth.rights.demandSomeoneCanSignIn(tx, before.is_active ? [before.user_level_id] : []);
    if ('email' in changed.after) await moveAddress(tx, { ...before, email: wanted.email ?? null });
    await audit(tx, viewer, { action: 'user.changed', id, details: changed });
    // With changed permissions their screens fetch everything again, including the account.
    if (touchesRights(changed.after)) auth.rights.emitRightsChanged(tx, { userId: id });
    else if (touchesScreens(changed.after)) tx.emit('user-changed', { id }, [`user:${id}`]);
    if (touchesScreens(changed.after)) tx.afterCommit(() => notices.send('user-changed', { id }));
    emitPeopleChanged(tx);
  }

  async function moveAddress(tx: Tx, { id, email, sign_in: state }: Person): Promise<void> {
    await auth.endLinks(tx, id);
    if (state !== 'invited' && state !== 'invitation_expired') return;
    if (email !== null && (await settings.mail.isConfigured())) await auth.invitations.invite(tx, [id]);
    else await auth.invitations.withdraw(tx, id);
  }

  /** Refused for users who have a password already. */
  const invited = (
    viewer: Viewer,
    id: number,
    { action, act }: { action: string; act: (tx: Tx, person: Person) => Promise<void> },
  ): Promise<Person> =>
    db.transaction(async (tx) => {
      const person = await read(tx.q, id);
      if (person.sign_in === 'ready' || !person.is_active) throw new AppError('conflict');
      await demandLevels(tx, viewer, [person.user_level_id]);
      await act(tx, person);
      await audit(tx, viewer, { action, id });
      emitPeopleChanged(tx);
      return read(tx.q, id);
    });

  return {
    list,
    read,
    emitPeopleChanged,
    audit,
    demandLevels,
    moveAddress,

    listPeople: () => list(db.q, null),
    createPerson: create,

    async createAdministrator(tx, { password, ...given }) {
      await demandFree(tx, given, 0);
      const account = { ...BEGINNING, ...given, user_level_id: await auth.administratorLevel(tx.q) };
      const id = await store.insertAccount(tx.q, account);
      await auth.setFirstPassword(tx, { id, username: given.username }, password);
      await settings.audit(tx.q, {
        viewer: { id },
        action: 'workspace.set_up',
        subject: `user ${id}`,
        details: { username: given.username },
      });
    },

    updatePerson: (viewer, id, { version, ...wanted }) =>
      db.transaction(async (tx) => {
        const current = await read(tx.q, id);
        if (!(await store.incrementVersion(tx.q, id, version))) throw new AppError('stale', { current });
        await change(tx, viewer, current, wanted);
        return read(tx.q, id);
      }),

    sendInvitation: (viewer, id) => invited(viewer, id, { action: 'user.invited', act: invite }),

    withdrawInvitation: (viewer, id) =>
      invited(viewer, id, {
        action: 'user.invitation_withdrawn',
        act: (tx) => auth.invitations.withdraw(tx, id),
      }),
  };
}
