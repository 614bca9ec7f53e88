import type { MessagingAccount } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { Accounts } from '../accounts/accounts-service.ts';
import * as store from './delivery-store.ts';

/** Deliveries that were accepted and could not be processed, for example because the provider has changed their form. */
export type UnprocessedDeliveries = {
  /** Processes these deliveries of an account again; events of them that were applied before are not repeated. */
  retry(viewer: Viewer, accountId: number): Promise<MessagingAccount>;
};

type Deps = Pick<Platform, 'db' | 'clock'> & {
  accounts: Accounts;
  settings: Settings;
  wake: (accountId: number) => void;
};

export function createUnprocessedDeliveries(deps: Deps): UnprocessedDeliveries {
  const { db, clock, accounts, settings, wake } = deps;
  return {
    async retry(viewer, id) {
      await db.transaction(async (tx) => {
        found(await accounts.row(tx.q, id));
        await store.requeueUnprocessed(tx.q, id, clock.now());
        const entry = { viewer, action: 'messaging_account.replayed', subject: String(id), details: {} };
        await settings.audit(tx.q, entry);
        await accounts.announceHealth(tx, id);
        tx.afterCommit(() => wake(id));
      });
      return found((await accounts.list()).find((account) => account.id === id));
    },
  };
}
