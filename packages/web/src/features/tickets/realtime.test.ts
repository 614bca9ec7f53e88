import type { Message } from '@trunkline/contract';
import type { Ticket } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { filterOf } from './filters.ts';
import { applyToList, applyToTicket, applyToTimeline, type TicketDetail } from './realtime.ts';
import { aCustomer, aMail, aMessage, aTicket } from './test-tickets.ts';
import { type ListWindow, pageOf, rowsOf } from './timeline/window.ts';

const ME = 7;
const open = filterOf({ view: 'open' });
const at = (minute: number) => `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`;
const changed = (payload: Ticket) => ({ name: 'ticket-changed' as const, payload, seq: 1 });

function windowOf(rows: Ticket[], next: string | null = null): ListWindow {
  return { pages: [pageOf({ data: rows, next }, 'newest')] };
}
const idsOf = (window: ListWindow) => window.pages.flatMap((page) => page.data.map((row) => row.id));
const three = [30, 20, 10].map((minute) => aTicket({ id: minute, last_message_at: at(minute) }));

describe('the list of tickets', () => {
  it('moves a ticket up when a newer message comes', () => {
    const next = applyToList(
      windowOf(three),
      changed(aTicket({ id: 10, last_message_at: at(40), revision: 2 })),
      open,
      ME,
    );
    expect(idsOf(next)).toEqual([10, 30, 20]);
  });

  it('takes in a ticket that starts to match, where its time puts it', () => {
    const next = applyToList(
      windowOf(three),
      changed(aTicket({ id: 25, last_message_at: at(25) })),
      open,
      ME,
    );
    expect(idsOf(next)).toEqual([30, 25, 20, 10]);
  });

  it('lets a ticket go that no longer matches', () => {
    const next = applyToList(
      windowOf(three),
      changed(aTicket({ id: 20, status: 'solved', revision: 2 })),
      open,
      ME,
    );
    expect(idsOf(next)).toEqual([30, 10]);
  });

  it('lets a ticket go that left what the person may see', () => {
    const next = applyToList(
      windowOf(three),
      { name: 'ticket-removed', payload: { id: 30 }, seq: 1 },
      open,
      ME,
    );
    expect(idsOf(next)).toEqual([20, 10]);
  });

  it('takes over a customer’s new name in all their rows, and keeps the window when nobody is renamed', () => {
    const rows = [aTicket({ id: 1, customer_id: 5 }), aTicket({ id: 2, customer_id: 6 })];
    const event = {
      name: 'customer-changed' as const,
      payload: aCustomer({ id: 5, name: 'Rina Halim' }),
      seq: 1,
    };
    const next = applyToList(windowOf(rows), event, open, ME);
    expect(next.pages[0]?.data.map((row) => row.customer_name)).toEqual([
      'Rina Halim',
      rows[1]?.customer_name,
    ]);
    expect(applyToList(next, event, open, ME)).toBe(next);
  });

  it('gives the rows of a merged customer to the one who is left, and their name with the next word of it', () => {
    const rows = [aTicket({ id: 1, customer_id: 5 }), aTicket({ id: 2, customer_id: 6 })];
    const merged = { name: 'customer-merged' as const, payload: { id: 5, into: 9 }, seq: 1 };
    const handed = applyToList(windowOf(rows), merged, open, ME);
    expect(handed.pages[0]?.data.map((row) => row.customer_id)).toEqual([9, 6]);
    expect(applyToList(handed, merged, open, ME)).toBe(handed);
    const named = { name: 'customer-changed' as const, payload: aCustomer({ id: 9, name: 'Rina' }), seq: 2 };
    expect(applyToList(handed, named, open, ME).pages[0]?.data[0]?.customer_name).toBe('Rina');
  });

  it('judges “mine” by who is asking', () => {
    const mine = filterOf({ view: 'mine' });
    const window = windowOf([]);
    expect(idsOf(applyToList(window, changed(aTicket({ id: 1, assignee_id: ME })), mine, ME))).toEqual([1]);
    expect(idsOf(applyToList(window, changed(aTicket({ id: 1, assignee_id: 8 })), mine, ME))).toEqual([]);
  });

  it('ignores what is older than the row it shows', () => {
    const window = windowOf([aTicket({ id: 1, revision: 5, subject: 'new' })]);
    const next = applyToList(
      window,
      changed(aTicket({ id: 1, revision: 4, subject: 'old', status: 'solved' })),
      open,
      ME,
    );
    expect(next).toBe(window);
  });

  it('gives the same list when an event is applied twice', () => {
    const event = changed(aTicket({ id: 10, last_message_at: at(40), revision: 2 }));
    const once = applyToList(windowOf(three), event, open, ME);
    expect(applyToList(once, event, open, ME)).toBe(once);
  });

  it('leaves what sorts below the last fetched row to the next page', () => {
    const event = changed(aTicket({ id: 5, last_message_at: at(5) }));
    expect(idsOf(applyToList(windowOf(three, 'more'), event, open, ME))).toEqual([30, 20, 10]);
    expect(idsOf(applyToList(windowOf(three), event, open, ME))).toEqual([30, 20, 10, 5]);
  });

  it('still takes a row in above where the last page ended, after that last row has moved away', () => {
    const moved = applyToList(
      windowOf(three, 'more'),
      changed(aTicket({ id: 10, last_message_at: at(50), revision: 2 })),
      open,
      ME,
    );
    const next = applyToList(moved, changed(aTicket({ id: 15, last_message_at: at(15) })), open, ME);
    expect(idsOf(next)).toEqual([10, 30, 20, 15]);
  });

  it('shows a row once when two pages hold it, in its newer state', () => {
    const window: ListWindow = {
      pages: [
        { data: [aTicket({ id: 1, revision: 3 })], next: 'more', edge: { at: at(1), id: 1 } },
        { data: [aTicket({ id: 1, revision: 2 }), aTicket({ id: 2 })], next: null, edge: null },
      ],
    };
    expect(rowsOf(window, 'newest').map((row) => [row.id, row.revision])).toEqual([
      [2, 1],
      [1, 3],
    ]);
  });

  it('moves what a search found, and never adds to it by itself', () => {
    const search = { ...open, q: 'parcel' };
    const next = applyToList(
      windowOf(three),
      changed(aTicket({ id: 10, last_message_at: at(40), revision: 2 })),
      search,
      ME,
    );
    expect(idsOf(next)).toEqual([10, 30, 20]);
    expect(applyToList(next, changed(aTicket({ id: 99 })), search, ME)).toBe(next);
  });

  it('drops a ticket from the longest waiting as soon as the turn is the customer’s', () => {
    const waiting = filterOf({ view: 'waiting' });
    const window = { pages: [pageOf({ data: [aTicket({ id: 1 })], next: null }, 'waiting')] };
    expect(
      idsOf(applyToList(window, changed(aTicket({ id: 1, waiting_since: null, revision: 2 })), waiting, ME)),
    ).toEqual([]);
  });
});

describe('the time line', () => {
  const page = { data: [aMessage({ id: 10 }), aMessage({ id: 12 })], has_more: true };
  const ids = (window: { pages: { data: { id: number }[] }[] }) =>
    window.pages.map((held) => held.data.map((m) => m.id));
  const added = (id: number) => ({ name: 'livechat-message' as const, payload: aMessage({ id }), seq: 1 });

  it('puts messages in order of their numbers, once', () => {
    let window = { pages: [page] };
    for (const id of [14, 13, 11, 14, 12]) window = applyToTimeline(window, added(id), 1);
    expect(ids(window)).toEqual([[10, 11, 12, 13, 14]]);
  });

  it('leaves older entries to the page that is not loaded', () => {
    expect(ids(applyToTimeline({ pages: [page] }, added(3), 1))).toEqual([[10, 12]]);
    expect(ids(applyToTimeline({ pages: [{ ...page, has_more: false }] }, added(3), 1))).toEqual([
      [3, 10, 12],
    ]);
  });

  it('does not take in messages of another ticket', () => {
    const window = { pages: [page] };
    expect(applyToTimeline(window, added(20), 2)).toBe(window);
  });

  it('never goes back from read to delivered', () => {
    const window = {
      pages: [{ data: [aMessage({ id: 1, kind: 'outbound', state: 'read' })], has_more: false }],
    };
    const payload = { ticket_id: 1, message_id: 1, state: 'delivered' as const, failure: null };
    expect(applyToTimeline(window, { name: 'message-state', payload, seq: 1 }, 1)).toBe(window);
  });

  it('tells why a message failed, and that it arrived after all', () => {
    const sent = {
      pages: [{ data: [aMessage({ id: 1, kind: 'outbound', state: 'sent' })], has_more: false }],
    };
    const state = (value: 'failed' | 'delivered', failure: string | null) => ({
      name: 'message-state' as const,
      payload: { ticket_id: 1, message_id: 1, state: value, failure },
      seq: 1,
    });
    const failed = applyToTimeline(sent, state('failed', 'blocked'), 1);
    expect(failed.pages[0]?.data[0]).toMatchObject({ state: 'failed', failure: 'blocked' });
    expect(applyToTimeline(failed, state('delivered', null), 1).pages[0]?.data[0]?.state).toBe('delivered');
  });

  it('shows a failed message as waiting again once it is sent again, and none that has gone out', () => {
    const payload = { ticket_id: 1, message_id: 1, state: 'queued' as const, failure: null };
    const after = (state: 'failed' | 'sent') =>
      applyToTimeline(
        { pages: [{ data: [aMessage({ id: 1, kind: 'outbound', state })], has_more: false }] },
        { name: 'message-state', payload, seq: 1 },
        1,
      ).pages[0]?.data[0]?.state;
    expect(after('failed')).toBe('queued');
    expect(after('sent')).toBe('sent');
  });

  it('shows what the customer did with a message, and keeps how far it has come', () => {
    const read = aMessage({ id: 1, kind: 'outbound', state: 'read', body: 'Which one?' });
    const window = { pages: [{ data: [read], has_more: false }] };
    const change = (extra: Message['extra'], ticketId = 1) =>
      applyToTimeline(
        window,
        {
          name: 'message-changed',
          payload: { ...read, ticket_id: ticketId, state: 'sent', ...(extra && { extra }) },
          seq: 1,
        },
        1,
      );
    const reactions = [{ emoji: '👍', by: 'customer' as const }];
    const liked = change({ kind: 'text', reactions });
    expect(liked.pages[0]?.data[0]).toMatchObject({ state: 'read', extra: { reactions } });
    expect(change(undefined).pages[0]?.data[0]?.extra).toBeUndefined();
    expect(change({ kind: 'text' }, 2)).toBe(window);
  });

  it('shows to whom a mail goes that is sent again to somebody else', () => {
    const mail = aMail({ to: [{ name: '', address: 'right@mail.example' }] });
    const payload = { ticket_id: 1, message_id: 1, state: 'queued' as const, failure: null, mail };
    const failed = aMessage({ id: 1, kind: 'outbound', state: 'failed', mail: aMail({}) });
    const after = applyToTimeline(
      { pages: [{ data: [failed], has_more: false }] },
      { name: 'message-state', payload, seq: 1 },
      1,
    );
    expect(after.pages[0]?.data[0]?.mail?.to).toEqual(mail.to);
  });
});

describe('the open ticket', () => {
  const detail: TicketDetail = {
    ticket: aTicket({ id: 1, revision: 4 }),
    customer: aCustomer({ id: 1 }),
    conversations: [],
    answers_on: null,
    other_customers: [],
    mailed_to: null,
    scheduled: [],
    drafts: [],
    history: [],
  };

  it('follows its ticket, and ignores what is older', () => {
    expect(applyToTicket(detail, changed(aTicket({ id: 1, revision: 5, subject: 'x' }))).ticket.subject).toBe(
      'x',
    );
    expect(applyToTicket(detail, changed(aTicket({ id: 1, revision: 3, subject: 'x' })))).toBe(detail);
  });

  it('shows another ticket of the customer in the history', () => {
    const next = applyToTicket(detail, changed(aTicket({ id: 2, subject: 'Invoice' })));
    expect(next.history.map((entry) => entry.subject)).toEqual(['Invoice']);
    const solved = applyToTicket(next, changed(aTicket({ id: 2, subject: 'Invoice', status: 'solved' })));
    expect(solved.history.map((entry) => entry.status)).toEqual(['solved']);
  });
});
