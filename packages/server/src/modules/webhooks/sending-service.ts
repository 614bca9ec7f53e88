import { WEBHOOK_ANSWER_LENGTH, WEBHOOK_HEADERS, type WebhookFault } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import { cleanText } from '#platform/foreign-text';
import { AddressError } from '#platform/network/address-guard';
import type { Platform } from '#platform/platform';
import { guardedPost } from '#platform/network/guarded-post';
import type { PrivateHosts } from '#platform/network/private-hosts';
import { withTimeout } from '#platform/network/with-timeout';
import { createLeasedWorker } from '#platform/work-queue/index';
import { webhookDeliveryQueue, type WebhookDeliveryRow } from './delivery-store.ts';
import { signatureOf } from './sign.ts';
import * as store from './store.ts';
import type { WebhookRow } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'secrets'> & {
  opened: PrivateHosts;
  closing: AbortSignal;
};
type Attempt = { status: number | null; fault: WebhookFault | null; answer: string };

/** Deliveries under way at the same time, to one address and in all. */
const PER_OWNER = 4;
const CONCURRENCY = 16;
const TIMEOUT_MS = 10_000;
/** A webhook whose deliveries have all failed for so long is paused. */
const PATIENCE_MS = 20 * 3_600_000;

/** Sends deliveries, those of the same subject in order. A receiver may get one twice, and recognises it by its id. */
export function createSending({ db, clock, log, jobs, secrets, opened, closing }: Deps) {
  const worker = createLeasedWorker({ db, clock, log, jobs }, webhookDeliveryQueue, {
    label: 'sending webhooks',
    concurrency: CONCURRENCY,
    perOwner: PER_OWNER,
    ready: async (id) => {
      const webhook = await store.find(db.q, id);
      return webhook?.is_active === true && webhook.paused_at === null ? webhook : undefined;
    },
    run: (row, webhook) => deliver(webhook, row),
  });

  /** False where it was aborted by the shutdown: the delivery is then left for a later attempt, as after a crash. */
  async function deliver(
    webhook: WebhookRow,
    row: WebhookDeliveryRow,
    { isOnce = false }: { isOnce?: boolean } = {},
  ): Promise<boolean> {
    const began = performance.now();
    const attempt = await tryOnce(webhook, row);
    if (!attempt) return false;
    const now = clock.now();
    const duration_ms = Math.round(performance.now() - began);
    const noted = { ...attempt, tried_at: now, duration_ms };
    await db.transaction(async (tx) => {
      if (attempt.fault === null) {
        await webhookDeliveryQueue.finish(tx.q, row, {
          ...noted,
          state: 'delivered',
          attempts: row.attempts + 1,
        });
        if (await store.noteSuccess(tx.q, webhook.id, now)) tellChange(tx);
        return;
      }
      const outcome = await webhookDeliveryQueue.scheduleRetry(tx, row, {
        now,
        isRetryable: !isOnce,
        set: noted,
      });
      if (!outcome) return;
      const about = { webhook: webhook.id, delivery: row.id, fault: attempt.fault, state: outcome.state };
      log.info(about, 'a webhook did not arrive');
      const isNews = await store.noteFailure(tx.q, webhook.id, now);
      const since = new Date(now.getTime() - PATIENCE_MS);
      const isGivenUp = outcome.state === 'failed';
      const isPaused = isGivenUp && (await store.pause(tx.q, webhook.id, { since, now }));
      if (isNews || isPaused) tellChange(tx);
    });
    return true;
  }

  const tellChange = (tx: Tx): void => tx.emit('settings-changed', { part: 'webhooks' }, ['everyone']);

  async function tryOnce(webhook: WebhookRow, row: WebhookDeliveryRow): Promise<Attempt | undefined> {
    try {
      const { status, answer } = await withTimeout(TIMEOUT_MS, closing, (signal) =>
        guardedPost(webhook.url, {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'user-agent': 'Trunkline',
            [WEBHOOK_HEADERS.event]: row.event,
            [WEBHOOK_HEADERS.delivery]: row.event_id,
            [WEBHOOK_HEADERS.signature]: signatureOf(
              secrets.decrypt(webhook.sealed_secret),
              row.body,
              clock.now(),
            ),
          },
          body: row.body,
          opened,
          signal,
          answerBytes: WEBHOOK_ANSWER_LENGTH * 4,
        }),
      );
      const isTaken = status >= 200 && status < 300;
      const text = [...cleanText(answer)].slice(0, WEBHOOK_ANSWER_LENGTH).join('');
      return { status, fault: isTaken ? null : 'status', answer: text };
    } catch (error) {
      if (closing.aborted) return undefined;
      return { status: null, fault: faultOf(error), answer: '' };
    }
  }

  return { ...worker, deliver };
}

function faultOf(error: unknown): WebhookFault {
  if (error instanceof AddressError) return error.reason === 'forbidden' ? 'forbidden' : 'unreachable';
  return (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable';
}
