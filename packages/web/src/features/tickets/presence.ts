import type { TicketPresence } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { realtime, useConnection } from '#shared/api/realtime.ts';
import { createStore, useStore } from '#shared/lib/store.ts';

export type Presence = TicketPresence;
type Typing = 'no' | 'reply' | 'note';

const known = createStore<ReadonlyMap<number, Presence>>(new Map());

realtime.on('ticket-presence', cachePresence);

/** Who has the ticket open and who types in it; null until it is known. */
export function usePresence(ticketId: number): Presence | null {
  const connection = useConnection();
  const presence = useStore(known).get(ticketId) ?? null;
  useEffect(() => {
    // After an interruption the known state may be outdated, so it is fetched anew.
    if (connection === 'online')
      realtime.request('ticket-presence', { ticket_id: ticketId }).then(cachePresence, () => undefined);
  }, [connection, ticketId]);
  return presence;
}

/** Tickets whose customer is typing. */
export function useCustomersTyping(): ReadonlySet<number> {
  const all = useStore(known);
  return new Set([...all.values()].filter((entry) => entry.customer_typing).map((entry) => entry.ticket_id));
}

const AGAIN_MS = 3000;
const PAUSE_MS = 5000;

/** Reports that the user is typing: at most every three seconds, and that they stopped after five seconds without a key. */
export function useTyping(ticketId: number): (typing: Typing) => void {
  const sent = useRef<{ typing: Typing; at: number }>({ typing: 'no', at: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function sendTyping(typing: Typing): void {
    clearTimeout(timer.current);
    if (typing !== 'no') timer.current = setTimeout(() => sendTyping('no'), PAUSE_MS);
    const now = Date.now();
    if (typing === sent.current.typing && (typing === 'no' || now - sent.current.at < AGAIN_MS)) return;
    sent.current = { typing, at: now };
    realtime.request('ticket-typing', { ticket_id: ticketId, typing }).catch(() => undefined);
  }

  const stop = useEffectEvent(() => sendTyping('no'));
  useEffect(() => () => stop(), [ticketId]);
  return sendTyping;
}

/** The server ends a typing mark after eight seconds without a renewal; if that message is lost, the mark ends here. */
const MARK_MS = 12_000;
const ends = new Map<number, ReturnType<typeof setTimeout>>();

function cachePresence(presence: Presence): void {
  const { ticket_id: id, users, customer_typing: isTyping } = presence;
  known.set(new Map(known.get()).set(id, presence));
  clearTimeout(ends.get(id));
  ends.delete(id);
  if (isTyping || users.some(({ typing }) => typing !== 'no'))
    ends.set(
      id,
      setTimeout(() => cachePresence(withoutMarks(presence)), MARK_MS),
    );
}

const withoutMarks = (presence: Presence): Presence => ({
  ...presence,
  customer_typing: false,
  users: presence.users.map((user) => ({ ...user, typing: 'no' })),
});
