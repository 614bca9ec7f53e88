import { WEBHOOK_ANSWER_LENGTH, WEBHOOK_HEADERS, type WebhookFault } from '@trunkline/contract';
import { asText } from '#platform/foreign-text';
import { OutgoingError, within } from '#platform/outgoing';
import type { Platform } from '#platform/platform';
import { post } from '#platform/post';
import type { PrivateHosts } from '#platform/private-hosts';
import { createRunner } from '#platform/work-queue/runner';
import * as deliveries from './delivery-store.ts';
import type { DeliveryRow, Outcome } from './delivery-store.ts';
import { signatureOf } from './sign.ts';
import * as store from './store.ts';
import type { WebhookRow } from './store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'secrets'> & {
  opened: PrivateHosts;
  closing: AbortSignal;
};
type Attempt = Pick<Outcome, 'status' | 'fault' | 'answer'>;

/** So many deliveries are on their way at the same time, to one address and to all. */
const PER_OWNER = 4;
const CONCURRENCY = 16;
const TIMEOUT_MS = 10_000;
/** Longer than a receiver is given to answer. */
export const LEASE_MS = 30_000;
/** In seconds; together about a day. */
export const PAUSES = [5, 15, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 28_800, 28_800];
/** What has taken nothing for so long is paused. */
const PATIENCE_MS = 20 * 3_600_000;

const TASK = 'webhooks:send';

/** Sends what waits, what is about the same in its order. A receiver may get something twice: its id tells. */
export function createSending({ db, clock, log, jobs, secrets, opened, closing }: Deps) {
  const limits = { concurrency: CONCURRENCY, perOwner: PER_OWNER };
  const runner = createRunner({ name: 'sending webhooks', run: sendOne, ...limits, log });
  jobs.define<{ webhook_id: number }>(TASK, ({ webhook_id: id }) => Promise.resolve(runner.wake(id)));

  /** One at a time: who has much to send, to somebody slow, queues up again behind the others. */
  async function sendOne(id: number): Promise<void> {
    const webhook = await store.find(db.q, id);
    const isOpen = webhook?.is_active === true && webhook.paused_at === null;
    if (isOpen && (await sendNext(webhook))) runner.wake(id);
  }

  /** False when nothing waits, or nothing can go now. */
  async function sendNext(webhook: WebhookRow): Promise<boolean> {
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const row = await deliveries.claim(db.q, webhook.id, { now, until });
    if (!row) return false;
    // While this one is on its way, another may go.
    runner.wake(webhook.id);
    return deliver(webhook, row);
  }

  /** False where it was cut off by closing: whoever goes on takes it for one that died with whoever had it. */
  async function deliver(
    webhook: WebhookRow,
    row: DeliveryRow,
    { isOnce = false }: { isOnce?: boolean } = {},
  ): Promise<boolean> {
    const began = performance.now();
    const attempt = await tryOnce(webhook, row);
    if (!attempt) return false;
    const now = clock.now();
    const pause = isOnce ? undefined : PAUSES[row.attempts];
    const failed = pause === undefined ? 'failed' : 'queued';
    const state = attempt.fault === null ? 'delivered' : failed;
    const next_try_at = new Date(now.getTime() + (pause ?? 0) * 1000);
    const duration_ms = Math.round(performance.now() - began);
    if (attempt.fault)
      log.info(
        { webhook: webhook.id, delivery: row.id, fault: attempt.fault, state },
        'a webhook did not arrive',
      );
    await db.transaction(async (tx) => {
      await deliveries.settle(tx.q, row.id, { ...attempt, state, next_try_at, tried_at: now, duration_ms });
      if (state === 'queued')
        await tx.enqueue(TASK, { webhook_id: webhook.id }, { runAt: next_try_at, key: `${TASK}:${row.id}` });
      const isArrived = state === 'delivered';
      const isNews = isArrived
        ? await store.noteArrival(tx.q, webhook.id, now)
        : await store.noteFailure(tx.q, webhook.id, now);
      const since = new Date(now.getTime() - PATIENCE_MS);
      const isPaused = state === 'failed' && (await store.pause(tx.q, webhook.id, { since, now }));
      if (isNews || isPaused) tx.emit('settings-changed', { part: 'webhooks' }, ['everyone']);
    });
    return true;
  }

  async function tryOnce(webhook: WebhookRow, row: DeliveryRow): Promise<Attempt | undefined> {
    try {
      const { status, answer } = await within(TIMEOUT_MS, closing, (signal) =>
        post(webhook.url, {
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
      const text = [...asText(answer)].slice(0, WEBHOOK_ANSWER_LENGTH).join('');
      return { status, fault: isTaken ? null : 'status', answer: text };
    } catch (error) {
      if (closing.aborted) return undefined;
      return { status: null, fault: faultOf(error), answer: '' };
    }
  }

  return {
    wake: runner.wake,
    deliver,
    /** What a crash left, and what nobody was woken for: the clock sees to it. */
    async tend(): Promise<void> {
      for (const id of await deliveries.listDue(db.q, clock.now())) runner.wake(id);
    },
    stop: runner.stop,
  };
}

function faultOf(error: unknown): WebhookFault {
  if (error instanceof OutgoingError) return error.reason === 'forbidden' ? 'forbidden' : 'unreachable';
  return (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable';
}
