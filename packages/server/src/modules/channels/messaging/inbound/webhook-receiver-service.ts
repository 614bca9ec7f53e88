import { createHash, timingSafeEqual } from 'node:crypto';
import type { MessagingProvider } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { hashToken } from '#platform/secrets';
import type { Accounts } from '../accounts/accounts-service.ts';
import * as store from './delivery-store.ts';
import type { WebhookRequest, Provider } from '../providers/provider.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & { accounts: Accounts; wake: (accountId: number) => void };
const MINUTE_MS = 60_000;

type Address = { provider: MessagingProvider; key: string };

/** Receives providers' webhooks: genuine deliveries are stored, answered, and processed afterwards. */
export type WebhookReceiver = {
  /** Refuses an unknown webhook key (`not_found`) before the body is read. */
  demandKnown(address: Address): Promise<void>;
  /** The handshake: returns the challenge to a request with the verify token, refuses others (`forbidden`). */
  verify(address: Address, given: Partial<Record<string, string>>): Promise<string>;
  /** Refuses and counts deliveries without a valid signature (`wrong_signature`). Returns the response body that the provider expects. */
  receive(address: Address, delivered: WebhookRequest): Promise<Provider['acknowledgement']>;
};

export function createWebhookReceiver({ db, clock, accounts, wake }: Deps): WebhookReceiver {
  /** Written at most once a minute, so that a busy account does not update this row with every delivery. */
  const touched = new Map<number, number>();
  async function touch(id: number, now: Date): Promise<void> {
    if (now.getTime() - (touched.get(id) ?? 0) < MINUTE_MS) return;
    touched.set(id, now.getTime());
    await store.touchAccount(db.q, id, now);
  }

  /** An operator's line has no webhook. */
  async function findReceiving({ provider, key }: Address) {
    return accounts.providerOf(provider).isGenuine && accounts.ofKey(provider, key);
  }

  return {
    async demandKnown(address) {
      if (!(await findReceiving(address))) throw new AppError('not_found');
    },

    async verify({ provider, key }, given) {
      if (!accounts.providerOf(provider).isGenuine) throw new AppError('not_found');
      const account = await accounts.ofKey(provider, key);
      const token = given['hub.verify_token'] ?? '';
      const isKnown = account && timingSafeEqual(hashToken(token), hashToken(account.verify_token));
      if (!isKnown || given['hub.mode'] !== 'subscribe') throw new AppError('forbidden');
      return given['hub.challenge'] ?? '';
    },

    async receive({ provider: name, key }, delivered) {
      const provider = accounts.providerOf(name);
      const account = await findReceiving({ provider: name, key });
      if (!account) throw new AppError('not_found');
      if (!provider.isGenuine?.(accounts.credentials(account), delivered)) {
        accounts.countRefused(account.id);
        throw new AppError('wrong_signature');
      }
      const now = clock.now();
      const body = provider.keep?.(delivered) ?? delivered.body;
      await store.insertDelivery(db.q, {
        channel_account_id: account.id,
        body,
        digest: createHash('sha256').update(body).digest(),
        received_at: now,
      });
      await touch(account.id, now);
      // If a crash loses this wake-up, the job finds the delivery within a minute.
      wake(account.id);
      return provider.acknowledgement;
    },
  };
}
