import type { BodyOf, createAdministrator, SetupState, updateSetup } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Auth } from '#modules/auth';
import type { Backups } from '#modules/backups';
import type { Settings } from '#modules/settings';
import { checklistFor, type WorkspaceProgress } from './checklist.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets'> & {
  settings: Settings;
  auth: Auth;
  agents: Agents;
  backups: Backups;
};
type AdministratorBody = BodyOf<typeof createAdministrator>;

const PURPOSE = 'first-run';
const ALL = { status: 'all', sort: 'position', direction: 'asc', limit: 100 } as const;

export type FirstRun = {
  /** Whether the wizard is open: nobody has an account that works. The stored mark does not matter. */
  isOpen(): Promise<boolean>;
  /**
   * At the start: updates the mark, and returns the set-up token (the “word” of the address) if there is no account. The token
   * is the same after restarts and in every process on this database.
   */
  open(): Promise<string | undefined>;
  /**
   * Creates the first administrator. @throws AppError `set_up_already` where somebody was faster; `wrong_word` for a wrong
   * token
   */
  createAdministrator(wanted: AdministratorBody): Promise<void>;
  /** The state of the wizard, and the user's items of the checklist. */
  state(viewer: Viewer): Promise<SetupState>;
  change(viewer: Viewer, change: BodyOf<typeof updateSetup>): Promise<SetupState>;
};

/** Setting up a new workspace: its first administrator, and the checklist. */
export function createFirstRun({ db, clock, secrets, settings, auth, agents, backups }: Deps): FirstRun {
  const isOpen = async (): Promise<boolean> => !(await auth.isAnybodyThere(db.q));

  async function workspace(): Promise<WorkspaceProgress> {
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
        else if (!isSetUp && row.set_up_at !== null) await store.reopenWizard(q);
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
