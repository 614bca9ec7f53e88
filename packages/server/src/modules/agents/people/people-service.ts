import type { BodyOf, createPerson, Person, updatePerson } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Settings } from '#modules/settings';
import { differences, touchesRights, touchesScreens, touchesSignIn } from './account-change.ts';
import * as store from './people-store.ts';

export type PeopleDeps = Pick<Platform, 'db' | 'clock' | 'notices'> & { settings: Settings; auth: Auth };
type Change = Omit<BodyOf<typeof updatePerson>, 'version'>;
type Administrator = Pick<Person, 'fullname' | 'username' | 'email' | 'language'> & { password: string };
const BEGINNING = { extension: '', is_monitoring: false, chat_capacity: 4 } as const;
/**
 * Accounts of people. Nobody gives, takes or opens a level that allows more than their own does; a name, an address and a phone
 * are one person's each (`duplicate`).
 */
export type PeopleAccounts = {
  listPeople(): Promise<Person[]>;
  /** Invited by mail (`mail_not_configured` without a mail server), or with a password that is given this once. */
  createPerson(
    viewer: Viewer,
    body: BodyOf<typeof createPerson>,
  ): Promise<{ data: Person; temporary_password: string | null }>;
  /** The first one, who sets the workspace up with a password of their own. Call inside a transaction. */
  createAdministrator(tx: Tx, account: Administrator): Promise<void>;
  /** Refuses a version that is not the latest (`stale`). */
  updatePerson(viewer: Viewer, id: number, body: BodyOf<typeof updatePerson>): Promise<Person>;
  /** `conflict`: they have a password by now, or have left. */
  sendInvitation(viewer: Viewer, id: number): Promise<Person>;
  withdrawInvitation(viewer: Viewer, id: number): Promise<Person>;
};

/** The same, with what the services beside this one share of it. */
export type People = PeopleAccounts & {
  /** Everybody, or that one. */
  list(q: Query, only: number | null): Promise<Person[]>;
  /** Refuses an id that is not there (`not_found`). */
  read(q: Query, id: number): Promise<Person>;
  /** Tells the lists of people, and whoever gives out work. */
  tell(tx: Tx): void;
  audit(tx: Tx, viewer: Viewer, entry: { action: string; id: number; details?: object }): Promise<void>;
  demandLevels(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<void>;
  /** What was sent to the old address opens nothing any more; who is still to sign in is invited at the new one. */
  moveAddress(tx: Tx, person: Person): Promise<void>;
};

/** Who works here: what they may do, where they belong, what they are offered, and which phone is theirs. */
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

  /** A name to sign in with, an address and a phone are one person's each, however they are spelled. */
  async function demandFree(tx: Tx, wanted: Change, except: number): Promise<void> {
    const twin = await store.findTwin(tx.q, wanted, except);
    if (twin) throw new AppError('duplicate', twin);
  }

  async function write(tx: Tx, id: number, { department_ids, skills, ...fields }: Change): Promise<void> {
    const account = Object.entries(fields).filter(([, value]) => value !== undefined);
    await store.updateAccount(tx.q, id, Object.fromEntries(account));
    if (department_ids) await store.replaceDepartments(tx.q, id, department_ids);
    if (skills) await store.replaceSkills(tx.q, id, skills);
  }

  function tell(tx: Tx): void {
    tx.emit('settings-changed', { part: 'people' }, ['everyone']);
    tx.afterCommit(() => notices.send('route', null));
  }

  const audit = (tx: Tx, viewer: Viewer, entry: { action: string; id: number; details?: object }) => {
    const { action, id, details } = entry;
    return settings.audit(tx.q, { viewer, action, subject: `user ${id}`, ...(details && { details }) });
  };

  /** The link of an invitation goes to their address; without outgoing mail nobody would ever get it. */
  async function invite(tx: Tx, { id, email }: Pick<Person, 'id' | 'email'>): Promise<void> {
    if (email === null) throw new AppError('invalid', [{ path: 'email', message: 'An invitation needs it' }]);
    if (!(await settings.mail.isConfigured())) throw new AppError('mail_not_configured');
    await auth.invitations.invite(tx, [id]);
  }

  async function create(viewer: Viewer, body: BodyOf<typeof createPerson>) {
    const { sign_in: signIn, department_ids, skills, ...account } = body;
    const made = await db.transaction(async (tx) => {
      await demandLevels(tx, viewer, [account.user_level_id]);
      await demandKnown(tx, body);
      await demandFree(tx, account, 0);
      const id = await store.insertAccount(tx.q, account);
      await write(tx, id, { department_ids, skills });
      if (signIn === 'invitation') await invite(tx, { id, email: account.email });
      await audit(tx, viewer, { action: 'user.created', id, details: { after: body } });
      tell(tx);
      return read(tx.q, id);
    });
    if (signIn === 'invitation') return { data: made, temporary_password: null };
    const password = await auth.resetByAdministrator(viewer, made.id);
    return { data: await read(db.q, made.id), temporary_password: password };
  }

  async function change(tx: Tx, viewer: Viewer, before: Person, wanted: Change): Promise<void> {
    const { id } = before;
    const changed = differences(before, wanted);
    if (!changed) return;
    const levels = [before.user_level_id, wanted.user_level_id ?? before.user_level_id];
    if (touchesSignIn(changed.after)) await demandLevels(tx, viewer, levels);
    await demandKnown(tx, wanted);
    await demandFree(tx, wanted, id);
    await write(tx, id, wanted);
    if ('user_level_id' in changed.after) await auth.rights.demandWayIn(tx);
    if ('email' in changed.after) await moveAddress(tx, { ...before, email: wanted.email ?? null });
    await audit(tx, viewer, { action: 'user.changed', id, details: changed });
    // With other rights their screens read everything anew, the account too.
    if (touchesRights(changed.after)) auth.rights.tellRights(tx, { userId: id });
    else if (touchesScreens(changed.after)) tx.emit('user-changed', { id }, [`user:${id}`]);
    if (touchesScreens(changed.after)) tx.afterCommit(() => notices.send('user-changed', { id }));
    tell(tx);
  }

  async function moveAddress(tx: Tx, { id, email, sign_in: state }: Person): Promise<void> {
    await auth.endLinks(tx, id);
    if (state !== 'invited' && state !== 'invitation_expired') return;
    if (email !== null && (await settings.mail.isConfigured())) await auth.invitations.invite(tx, [id]);
    else await auth.invitations.withdraw(tx, id);
  }

  /** Who has a password by now needs no invitation. */
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
      tell(tx);
      return read(tx.q, id);
    });

  return {
    list,
    read,
    tell,
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
        if (!(await store.changeVersion(tx.q, id, version))) throw new AppError('stale', { current });
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
