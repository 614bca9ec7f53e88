import type { BodyOf, createAdministrator, SetupState, updateSetup } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Backups } from '#modules/backups';
import type { Settings } from '#modules/settings';
import { checklistFor, type Workspace } from './checklist.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & {
  settings: Settings;
  auth: Auth;
  agents: Agents;
  backups: Backups;
};
type Wanted = BodyOf<typeof createAdministrator>;

const PURPOSE = 'first-run';
const ALL = { status: 'all', sort: 'position', direction: 'asc', limit: 100 } as const;

export type FirstRun = {
  /** Nobody has an account that works, with whatever they sign in. No mark counts here. */
  isOpen(): Promise<boolean>;
  /**
   * At the start: makes the mark agree with who is there, and gives the word where nobody is. It stays the same over
   * restarts, and for every process on this database.
   */
  open(): Promise<string | undefined>;
  /** Of two at once the first wins; the other is refused (`set_up_already`), as is whoever lacks the word (`wrong_word`). */
  createAdministrator(wanted: Wanted): Promise<void>;
  /** How far the wizard is, and what of the checklist this person may do. */
  state(viewer: Viewer): Promise<SetupState>;
  change(viewer: Viewer, change: BodyOf<typeof updateSetup>): Promise<SetupState>;
};

/** The first minutes of a workspace: its first administrator, and what is still to do. */
export function createFirstRun({ db, clock, secrets, settings, auth, agents, backups }: Deps): FirstRun {
  const isOpen = async (): Promise<boolean> => !(await auth.isAnybodyThere(db.q));

  async function workspace(): Promise<Workspace> {
    const { channel_accounts: accounts, categories } = await settings.listReference();
    return {
      accounts,
      categories,
      officeHours: (await settings.lists.list('office_hours', ALL)).data,
      departments: (await settings.lists.list('departments', ALL)).data,
      people: await agents.listPeople(),
      canSendMail: await settings.mail.isConfigured(),
      hasBackups: (await backups.state()).is_on,
    };
  }

  async function state(viewer: Viewer): Promise<SetupState> {
    const row = found(await store.findFirstRun(db.q));
    const items = checklistFor(viewer.codes, await workspace(), row.dismissed);
    const isToDo = items.some(({ is_done: isDone, is_dismissed: isDismissed }) => !isDone && !isDismissed);
    return { step: row.step, items, is_hidden: row.is_hidden, is_open: isToDo && !row.is_hidden };
  }

  return {
    isOpen,
    state,

    open: () =>
      db.transaction(async ({ q }) => {
        await store.lockFirstRun(q);
        const isSetUp = await auth.isAnybodyThere(q);
        const row = await store.findFirstRun(q);
        if (!row) await store.restoreFirstRun(q, isSetUp, clock.now());
        else if (isSetUp && row.set_up_at === null) await store.markSetUp(q, clock.now(), 'done');
        else if (!isSetUp && row.set_up_at !== null) await store.markOpen(q);
        if (isSetUp) return undefined;
        return secrets.sign(PURPOSE, found(await store.findFirstRun(q)).nonce);
      }),

    createAdministrator: (wanted) =>
      db.transaction(async (tx) => {
        await store.lockFirstRun(tx.q);
        if (await auth.isAnybodyThere(tx.q)) throw new AppError('set_up_already');
        const row = await store.findFirstRun(tx.q);
        if (!row || !secrets.isSigned(PURPOSE, row.nonce, wanted.word)) throw new AppError('wrong_word');
        const { word: _, ...account } = wanted;
        await agents.createAdministrator(tx, account);
        await store.markSetUp(tx.q, clock.now(), 'organisation');
      }),

    async change(viewer, change) {
      await db.transaction(async (tx) => {
        await store.changeFirstRun(tx.q, change);
        await settings.audit(tx.q, {
          viewer,
          action: 'checklist.changed',
          subject: 'checklist',
          details: change,
        });
      });
      return state(viewer);
    },
  };
}
