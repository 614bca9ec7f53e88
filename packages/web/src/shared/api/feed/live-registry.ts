import type { Query } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { realtime, type NumberedEvent } from '../realtime.ts';

type EventReceiver = (event: NumberedEvent) => void;

// Per query the receivers of all components that show it; an event is applied by one of them only.
const live = new Map<string, Set<EventReceiver>>();
const fetchMarks = new WeakMap<object, number>();

realtime.onNumbered((event) => {
  for (const receivers of [...live.values()]) first(receivers)?.(event);
});

// An answer replaces the data and with it what events changed while it was on its way. They are applied again in the
// same turn, so that the outdated state is never painted.
queryClient.getQueryCache().subscribe((change) => {
  if (change.type !== 'updated') return;
  if (change.action.type === 'fetch') fetchMarks.set(change.query, realtime.mark());
  if (change.action.type === 'success' && !change.action.manual) correct(change.query);
});

function correct(query: Query): void {
  const receive = first(live.get(query.queryHash));
  const mark = fetchMarks.get(query);
  if (!receive || mark === undefined) return;
  const missed = realtime.eventsSince(mark);
  if (missed === null) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  else for (const event of missed) receive(event);
}

/** Whether a component shows this query, so that events keep it up to date. */
export function isLive(hash: string): boolean {
  return live.has(hash);
}

/** Applies events to the query while a component shows it. Returns the function that ends it. */
export function keepLive(hash: string, receive: EventReceiver): () => void {
  const receivers = live.get(hash) ?? new Set();
  live.set(hash, receivers);
  receivers.add(receive);
  return () => {
    receivers.delete(receive);
    if (receivers.size === 0 && live.get(hash) === receivers) live.delete(hash);
  };
}

/** Fetches every live query anew, because changes before the socket connected were missed. */
export function refetchLive(): void {
  void queryClient.invalidateQueries({ predicate: (query) => live.has(query.queryHash) });
}

function first<T>(values: ReadonlySet<T> | undefined): T | undefined {
  return values?.values().next().value;
}
