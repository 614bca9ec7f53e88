import { addNote, replyToTicket } from '@trunkline/contract';
import { useMemo } from 'react';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { realtime } from '#shared/api/realtime.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { showMessage } from '../api.ts';
import { createRetrying, isPassing } from './outbox-retry.ts';
import { nextOutbox, type OutboxEvent, type Outgoing, restoredOutbox } from './outbox.ts';

const outbox = createStore<readonly Outgoing[]>([]);
let key = '';
let chain: Promise<unknown> = Promise.resolve();

/** Messages of this person that the server has not confirmed, for one ticket. They outlive the page. */
export function useOutgoing(ticketId: number): Outgoing[] {
  const all = useStore(outbox);
  return useMemo(() => all.filter((message) => message.ticket_id === ticketId), [all, ticketId]);
}

/** Begins with what this person left unsent on this device. */
export function openOutbox(userId: number): void {
  if (key === `outbox.${userId}`) return;
  key = `outbox.${userId}`;
  outbox.set(restoredOutbox(readStored(key)));
  // Not while a page is being drawn.
  queueMicrotask(() => retrying.hope());
}

/** Whether something of this person for that ticket is still to be sent, and was tried. */
export function useIsHeld(ticketId: number): boolean {
  return useStore(outbox).some(({ ticket_id: id, status }) => id === ticketId && status === 'failed');
}

/** Sends a message; resolves with whether it arrived. Sending the same key again is harmless. */
export function send(message: Omit<Outgoing, 'status' | 'code'>): Promise<boolean> {
  happen({ type: 'send', message });
  return deliver(message.client_key);
}

export function retry(clientKey: string): Promise<boolean> {
  happen({ type: 'retry', client_key: clientKey });
  return deliver(clientKey);
}

/** Takes a failed message out; gives it back, so that its words can be used again. */
export function discard(clientKey: string): Outgoing | undefined {
  const message = outbox.get().find((held) => held.client_key === clientKey);
  happen({ type: 'done', client_key: clientKey });
  return message;
}

/** A key that no other message has. Not crypto.randomUUID: browsers have that on https only. */
export function newClientKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const isWaiting = ({ status, code }: Outgoing): boolean => status === 'failed' && isPassing(code);

/** Messages that failed for lack of a connection are sent automatically, in order. */
const retrying = createRetrying(() => {
  for (const held of outbox.get()) if (isWaiting(held)) void retry(held.client_key);
});
// The socket may live on while requests fail, and the other way round: neither is waited for alone.
realtime.status.subscribe(() => {
  if (realtime.status.get() === 'online') retrying.hope();
});
globalThis.addEventListener?.('online', () => retrying.hope());

/** One after the other, so that messages arrive in the order in which they were written. */
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
    happen({ type: 'done', client_key: clientKey });
    return true;
  }
  happen({ type: 'fail', client_key: clientKey, code });
  if (isPassing(code)) retrying.failed();
  return false;
}

const isOlder = (one: Outgoing, other: Outgoing): boolean =>
  outbox.get().indexOf(one) < outbox.get().indexOf(other);

/** Why it could not be sent; null when it is. */
async function codeOf(message: Outgoing): Promise<string | null> {
  try {
    const { data } = await post(message);
    showMessage(data);
    return null;
  } catch (error) {
    return errorCode(error);
  }
}

function post(message: Outgoing) {
  const {
    kind,
    ticket_id: id,
    client_key,
    body,
    attachments,
    letter,
    template,
    choices,
    conversation_id,
  } = message;
  const written = { client_key, body, file_ids: attachments.map((file) => file.id) };
  if (template)
    return call(replyToTicket, { params: { id }, body: { ...written, template, conversation_id } });
  if (kind === 'note') return call(addNote, { params: { id }, body: written });
  if (!letter) return call(replyToTicket, { params: { id }, body: { ...written, choices, conversation_id } });
  const { html, to, cc, bcc, confirmed } = letter;
  // Without recipients: the server uses the last sender.
  const people = { cc, bcc, ...(to.length > 0 && { to }) };
  return call(replyToTicket, { params: { id }, body: { ...written, html, ...people, confirmed } });
}

function happen(event: OutboxEvent): void {
  const next = nextOutbox(outbox.get(), event);
  outbox.set(next);
  if (key) writeStored(key, next);
}
