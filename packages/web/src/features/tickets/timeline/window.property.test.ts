import { TICKET_SORTS, type Ticket, type TicketStatus } from '@trunkline/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareSortPositions, type ListFilter, matches, sortPositionOf } from '../filters.ts';
import { applyToList } from '../realtime.ts';
import { aTicket } from '../test-tickets.ts';
import { type ListPage, type ListWindow, pageOf, rowsOf } from './window.ts';

/** A model of the server: its tickets, and its list as keyset paging returns it. */
const ME = 1;
const PAGE = 4;
type Server = Map<number, Ticket>;
type Step =
  | {
      type: 'change';
      id: number;
      minute: number;
      status: TicketStatus;
      assignee: number | null;
      waits: boolean;
    }
  | { type: 'remove'; id: number }
  | { type: 'more' };

const time = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

function fetchPage(server: Server, filter: ListFilter, cursor: string | null): ListPage {
  const after = cursor === null ? null : (JSON.parse(cursor) as { at: string; id: number });
  const rows = [...server.values()]
    .filter((row) => matches(row, filter, ME))
    .toSorted((a, b) =>
      compareSortPositions(sortPositionOf(a, filter.sort), sortPositionOf(b, filter.sort), filter.sort),
    )
    .filter(
      (row) =>
        after === null || compareSortPositions(sortPositionOf(row, filter.sort), after, filter.sort) > 0,
    );
  const data = rows.slice(0, PAGE);
  const last = data.at(-1);
  return pageOf(
    { data, next: rows.length > PAGE && last ? JSON.stringify(sortPositionOf(last, filter.sort)) : null },
    filter.sort,
  );
}

/** Returns what a fresh fetch down to the window's end contains. */
function freshRead(server: Server, filter: ListFilter, window: ListWindow): number[] {
  const edge = window.pages.at(-1)?.edge ?? null;
  return [...server.values()]
    .filter((row) => matches(row, filter, ME))
    .filter(
      (row) =>
        edge === null || compareSortPositions(sortPositionOf(row, filter.sort), edge, filter.sort) <= 0,
    )
    .toSorted((a, b) =>
      compareSortPositions(sortPositionOf(a, filter.sort), sortPositionOf(b, filter.sort), filter.sort),
    )
    .map((row) => row.id);
}

function change(server: Server, step: Extract<Step, { type: 'change' }>): Ticket {
  const old = server.get(step.id);
  const next = aTicket({
    id: step.id,
    status: step.status,
    assignee_id: step.assignee,
    priority_rank: 1 + (step.minute % 3),
    last_message_at: time(step.minute),
    waiting_since: step.waits ? time(step.minute) : null,
    created_at: old?.created_at ?? time(step.id),
    revision: (old?.revision ?? 0) + 1,
  });
  server.set(step.id, next);
  return next;
}

const id = fc.integer({ min: 1, max: 14 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('change' as const),
      id,
      minute: fc.integer({ min: 0, max: 30 }),
      status: fc.constantFrom<TicketStatus[]>('open', 'open', 'pending', 'solved'),
      assignee: fc.constantFrom(null, ME, 2),
      waits: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), id }) },
  { weight: 2, arbitrary: fc.constant({ type: 'more' as const }) },
);

const filters = fc.record({
  status: fc.constantFrom<TicketStatus[][]>(['open', 'pending'], ['solved'], ['open', 'pending', 'solved']),
  assignee: fc.constantFrom('any' as const, 'me' as const, 'none' as const),
  sort: fc.constantFrom(...TICKET_SORTS),
  where: fc.constantFrom<NonNullable<ListFilter['where']>[]>(
    [],
    [{ field: 'waiting_since', op: 'is_empty' }],
    [{ field: 'assignee_id', op: 'is_not', value: ['me'] }],
    [
      { field: 'last_message_at', op: 'between', value: [time(5), time(20)] },
      { field: 'status', op: 'is', value: ['open', 'solved'] },
    ],
  ),
});

it('applying events in order gives what a fresh fetch of the same window gives', () => {
  fc.assert(
    fc.property(
      filters,
      fc.array(step, { maxLength: 20 }),
      fc.array(step, { maxLength: 60 }),
      (filter, before, steps) => {
        const server: Server = new Map();
        for (const made of before) if (made.type === 'change') change(server, made);
        let window: ListWindow = { pages: [fetchPage(server, filter, null)] };
        for (const made of steps) {
          window = follow(window, made, server, filter);
          expect(window.pages.flatMap((page) => page.data.map((row) => row.id))).toEqual(
            freshRead(server, filter, window),
          );
        }
      },
    ),
    { numRuns: 400 },
  );
});

it('applying everything a second time changes nothing', () => {
  fc.assert(
    fc.property(filters, fc.array(step, { maxLength: 40 }), (filter, steps) => {
      const server: Server = new Map();
      const events = steps.flatMap((made) => (made.type === 'change' ? [change(server, made)] : []));
      const apply = (window: ListWindow, payload: Ticket) =>
        applyToList(window, { name: 'ticket-changed', payload, seq: 0 }, filter, ME);
      const window = events.reduce<ListWindow>(apply, { pages: [fetchPage(new Map(), filter, null)] });
      const latest = [...server.values()].reduce(apply, window);
      expect(rowsOf(latest, filter.sort)).toEqual(rowsOf(window, filter.sort));
    }),
  );
});

function follow(window: ListWindow, made: Step, server: Server, filter: ListFilter): ListWindow {
  if (made.type === 'more') {
    const cursor = window.pages.at(-1)?.next ?? null;
    return cursor === null ? window : { pages: [...window.pages, fetchPage(server, filter, cursor)] };
  }
  if (made.type === 'remove') {
    server.delete(made.id);
    return applyToList(window, { name: 'ticket-removed', payload: { id: made.id }, seq: 0 }, filter, ME);
  }
  return applyToList(window, { name: 'ticket-changed', payload: change(server, made), seq: 0 }, filter, ME);
}
