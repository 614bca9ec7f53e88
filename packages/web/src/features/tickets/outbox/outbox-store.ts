import { addNote, replyToTicket } from '@trunkline/contract';
import { useMemo } from 'react';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { realtime } from '#shared/api/realtime.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { showMessage } from '../api.ts';
import { createRetrying, isTransient } from './outbox-retry.ts';
import { replyOf } from './reply-body.ts';
import { nextOutbox, type OutboxEvent, type UnsentMessage, restoredOutbox } from './outbox.ts';

const outbox = createStore<readonly UnsentMessage[]>([]);
let key = '';
let chain: Promise<unknown> = Promise.resolve();

/** The user's unconfirmed messages on one ticket. They survive a reload. */
export function useOutgoing(ticketId: number): UnsentMessage[] {
  const all = useStore(outbox);
  return useMemo(() => all.filter((message) => message.ticket_id === ticketId), [all, ticketId]);
}

/** Restores what this user left unsent on this device. */
export function openOutbox(userId: number): void {
  if (key === `outbox.${userId}`) return;
  key = `outbox.${userId}`;
  outbox.set(restoredOutbox(readStored(key)));
  // Deferred, because it must not run during a render.
  queueMicrotask(() => retrying.hope());
}

/** Whether a message of the user on this ticket failed to be sent and still waits. */
export function useHasUnsentMessage(ticketId: number): boolean {
  return useStore(outbox).some(({ ticket_id: id, status }) => id === ticketId && status === 'failed');
}

/** Sends a message; resolves with whether it arrived. Sending the same key again is harmless. */
export function send(message: Omit<UnsentMessage, 'status' | 'code'>): Promise<boolean> {
  applyEvent({ type: 'send', message });
  return deliver(message.client_key);
}

export function retry(clientKey: string): Promise<boolean> {
  applyEvent({ type: 'retry', client_key: clientKey });
  return deliver(clientKey);
}

/** Removes a failed message and returns it, so that its text can be edited. */
export function discard(clientKey: string): UnsentMessage | undefined {
  const message = outbox.get().find((held) => held.client_key === clientKey);
  applyEvent({ type: 'done', client_key: clientKey });
  return message;
}

/** Removes a failed message; returns the function that restores it, and has it sent if it was waiting for a connection. */
export function discardWithUndo(clientKey: string): () => void {
  const all = outbox.get();
  const place = all.findIndex((held) => held.client_key === clientKey);
  const before = all.slice(0, place).map((held) => held.client_key);
  const message = discard(clientKey);
  return () => {
    if (!message) return;
    applyEvent({ type: 'restore', message, before });
    if (isWaiting(message)) retrying.hope();
  };
}

/** Returns a unique key for a message. Not by crypto.randomUUID, which needs HTTPS. */
export function newClientKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isWaiting = ({ status, code }: UnsentMessage): boolean => status === 'failed' && isTransient(code);

/** Messages that failed for lack of a connection are sent automatically, in order. */
const retrying = createRetrying(() => {
  for (const held of outbox.get()) if (isWaiting(held)) void retry(held.client_key);
});
// Retries on any change of the socket's state, because requests may fail while it is connected, and the reverse.
realtime.status.subscribe(() => {
  if (realtime.status.get() === 'online') retrying.hope();
});
globalThis.addEventListener?.('online', () => retrying.hope());

/** Delivers one after the other, so that messages arrive in the order in which they were written. */
function deliver(clientKey: string): Promise<boolean> {
  const sending = chain.then(() => deliverNow(clientKey));
  chain = sending;
  return sending;
}

async function deliverNow(clientKey: string): Promise<boolean> {
  const message = outbox.get().find((held) => held.client_key === clientKey);
  if (!message) return true;
  const before = outbox.get().find((held) => held.ticket_id === message.ticket_id && isWaiting(held));
  // Messages on the same ticket are sent in order.
  const code = before && isOlder(before, message) ? before.code : await codeOf(message);
  if (code === null) {
    retrying.succeeded();
    applyEvent({ type: 'done', client_key: clientKey });
    return true;
  }
  applyEvent({ type: 'fail', client_key: clientKey, code });
  if (isTransient(code)) retrying.failed();
  return false;
}

const isOlder = (one: UnsentMessage, other: UnsentMessage): boolean =>
  outbox.get().indexOf(one) < outbox.get().indexOf(other);

/** Returns the error code of a failed attempt; null for success. */
async function codeOf(message: UnsentMessage): Promise<string | null> {
  try {
    if (message.later)
      await (
        await import('../scheduled/send-scheduled-reply.ts')
      ).sendScheduledReply(message, replyOf(message));
    else showMessage((await post(message)).data);
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

function post(message: UnsentMessage) {
  const params = { id: message.ticket_id };
  const reply = replyOf(message);
  if (message.kind === 'reply') return call(replyToTicket, { params, body: reply });
  const { client_key, body, file_ids } = reply;
  return call(addNote, { params, body: { client_key, body, file_ids } });
}

function applyEvent(event: OutboxEvent): void {
  const next = nextOutbox(outbox.get(), event);
  outbox.set(next);
  if (key) writeStored(key, next);
}
