import type { listLostAccounts, ResponseOf } from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import { isAccountFault } from './account-values.ts';
import type { Accounts } from './accounts-service.ts';

type Deps = Pick<Platform, 'db'> & {
  accounts: Accounts;
  auth: Pick<Auth, 'namesWith'>;
  conversations: Pick<Conversations, 'accountsOfAgent'>;
};

const SETS_UP = 'CONFIG_SOCIAL_MEDIA:EDIT';

/** Accounts that their providers do not let us use for now, and which users they concern. */
export type LostAccounts = {
  /**
   * Returns the lost accounts that concern the viewer: of departments that they see or work in, and those on which they
   * have a conversation.
   */
  list(viewer: Viewer): Promise<ResponseOf<typeof listLostAccounts>>;
};

export function createLostAccounts({ db, accounts, auth, conversations }: Deps): LostAccounts {
  return {
    async list(viewer) {
      const lost = (await accounts.rows()).flatMap((row) =>
        row.is_active && isAccountFault(row.fault) ? [{ ...row, fault: row.fault }] : [],
      );
      if (lost.length === 0) return { data: [], ask: [] };
      const seesAll = viewer.visibility === 'all' || allows(viewer, SETS_UP);
      const answered = seesAll ? [] : await conversations.accountsOfAgent(db.q, viewer.id);
      const touching = lost.filter(
        ({ id, department_id: department }) =>
          seesAll || viewer.departmentIds.includes(department) || answered.includes(id),
      );
      return {
        data: touching.map(({ id, name, provider, fault, since }) => ({
          id,
          name,
          fault,
          since,
          media_id: accounts.providerOf(provider).mediaId,
        })),
        ask: touching.length === 0 ? [] : await auth.namesWith(SETS_UP),
      };
    },
  };
}
