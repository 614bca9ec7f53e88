import { randomUUID } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { LIMITS, type Message, type MessageExtra } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import { createLeasedWorker } from '#platform/work-queue/index';
import type { Tickets } from '#modules/tickets';
import type { AccountRow } from '../accounts/account-store.ts';
import type { Accounts } from '../accounts/accounts-service.ts';
import { toProviderError } from '../providers/provider-request.ts';
import { isTooLargeToShow } from './image-size.ts';
import * as store from './media-store.ts';
import { mediaQueue, type MediaRow } from './media-store.ts';
import { ProviderError, type ProviderMedia } from '../providers/provider.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs' | 'files'> & {
  accounts: Accounts;
  tickets: Tickets;
  closing: AbortSignal;
};
type Stored = { size: number; sha256: string };

/** Files that are fetched at the same time, of one account and of all. */
const PER_OWNER = 3;
const CONCURRENCY = 6;
/** First bytes of a file, enough to detect its type. */
const HEAD_BYTES = 4100;

/** Fetches the files that customers send, after their message is shown. */
export type MediaFetching = {
  /** Queues the files of a message that is being stored. */
  queue(
    tx: Tx,
    account: AccountRow,
    message: Pick<Message, 'id' | 'ticket_id' | 'created_at'>,
    media: readonly ProviderMedia[],
  ): Promise<void>;
  /** Continues after a crash or a pause; a job calls it every minute. */
  recoverPending(): Promise<void>;
  stop(): Promise<void>;
};

export function createMediaFetching(deps: Deps): MediaFetching {
  const { db, clock, log, files, accounts, tickets, closing } = deps;
  const worker = createLeasedWorker(deps, mediaQueue, {
    label: 'fetching files of customers',
    concurrency: CONCURRENCY,
    perOwner: PER_OWNER,
    ready: (accountId) => accounts.row(db.q, accountId),
    run: (row, account) => fetchFile(account, row),
  });

  async function fetchFile(account: AccountRow, row: MediaRow): Promise<boolean> {
    try {
      await storeMedia(account, row);
    } catch (error) {
      // A download that shutdown aborted is fetched again when its lease expires.
      if (closing.aborted) return false;
      await scheduleRetry(row, error);
    }
    return true;
  }

  async function storeMedia(account: AccountRow, row: MediaRow): Promise<void> {
    const provider = accounts.providerOf(account.provider);
    const most = LIMITS.messagingFileBytes;
    const bytes = await provider.openMedia(accounts.credentials(account), row.provider_media_id, most);
    const stored = await files.put(row.file_id, bytes, most);
    const found = await typeOf(row.file_id);
    await db.transaction(async (tx) => {
      if (await mediaQueue.finish(tx.q, row, { state: 'done' })) await attach(tx, row, stored, found);
    });
  }

  /** Detects the type by the first bytes: the declared type is not trusted. */
  async function typeOf(fileId: string): Promise<{ mime: string; ext: string } | undefined> {
    const head: Buffer[] = [];
    let size = 0;
    for await (const chunk of files.read(fileId)) {
      head.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= HEAD_BYTES) break;
    }
    const bytes = Buffer.concat(head);
    // Showing it would need gigabytes of memory, so it is offered as a download.
    if (isTooLargeToShow(bytes)) return undefined;
    return fileTypeFromBuffer(bytes).catch(() => undefined);
  }

  async function attach(
    tx: Tx,
    row: MediaRow,
    stored: Stored,
    found: { mime: string; ext: string } | undefined,
  ): Promise<void> {
    const message = await tickets.timeline.lockMessage(tx.q, row.message_id, row.created_at);
    if (!message?.extra) return;
    const { media, ...extra } = message.extra;
    const { mime, ext } = found ?? typeByHeader(media?.mime);
    const name = row.name || `${extra.kind}-${row.message_id}.${ext}`;
    // Other files of the message may still be on their way or have failed: their state stays.
    const isLast = media?.state !== 'failed' && (await store.countQueued(tx.q, row.message_id)) === 0;
    const file = { id: row.file_id, name, mime, ...stored, messaging_account_id: row.channel_account_id };
    await tickets.files.add(tx.q, message, file);
    await tickets.timeline.changeContent(tx, message, { extra: isLast ? extra : message.extra });
  }

  async function scheduleRetry(row: MediaRow, error: unknown): Promise<void> {
    const { reason, isRetryable } = reasonOf(error);
    log.info({ err: error, message: row.message_id }, 'a file of a customer could not be fetched');
    await db.transaction(async (tx) => {
      const outcome = await mediaQueue.scheduleRetry(tx, row, { now: clock.now(), isRetryable });
      if (outcome?.state === 'failed') await markMediaFailed(tx, row, reason);
    });
  }

  async function markMediaFailed(tx: Tx, row: MediaRow, reason: string): Promise<void> {
    const message = await tickets.timeline.lockMessage(tx.q, row.message_id, row.created_at);
    const media = message?.extra?.media;
    if (!message?.extra || !media) return;
    const extra: MessageExtra = { ...message.extra, media: { ...media, state: 'failed', reason } };
    await tickets.timeline.changeContent(tx, message, { extra });
  }

  return {
    stop: worker.stop,
    recoverPending: worker.recoverPending,
    async queue(tx, account, message, media) {
      const { id: message_id, ticket_id, created_at } = message;
      for (const { id, name } of media)
        await store.insertMedia(tx.q, {
          message_id,
          ticket_id,
          created_at,
          name,
          channel_account_id: account.id,
          file_id: randomUUID(),
          provider_media_id: id,
          next_try_at: clock.now(),
        });
      if (media.length > 0) tx.afterCommit(() => worker.wake(account.id));
    },
  };
}

function reasonOf(error: unknown): { reason: string; isRetryable: boolean } {
  const known = toProviderError(error);
  if (known instanceof ProviderError)
    return { reason: known.message, isRetryable: known.details.isRetryable };
  return { reason: (error as Error).message, isRetryable: true };
}

/** The type of a file without a signature: plain text, or octet-stream. */
const typeByHeader = (mime = ''): { mime: string; ext: string } =>
  /^text\/(plain|csv)$/.test(mime) ? { mime, ext: 'txt' } : { mime: 'application/octet-stream', ext: 'bin' };
