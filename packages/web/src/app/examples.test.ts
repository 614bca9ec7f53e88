import type { NotificationCounters } from '@trunkline/contract';
import { eventExamples as shown } from '@trunkline/contract/fixtures';
import { expect, it } from 'vitest';
import { applyToOffers } from '#features/conversations/realtime.ts';
import { applyToCustomer, applyToPages } from '#features/customers/realtime.ts';
import {
  applyToList,
  applyToTicket,
  applyToTimeline,
  messagesOf,
  type TicketDetail,
  type TimelineWindow,
} from '#features/tickets/realtime.ts';
import type { NumberedEvent } from '#shared/api/realtime-types.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { userQuery } from '#shared/api/session.ts';
import { applyOwnActivity } from './own-activity.ts';
import { applyToCounters } from './shell/counters/counters.ts';

// Each test applies the example events of the contract, as the server sends them, to the data of a screen.

type Name = keyof typeof shown;
const sent = (name: Name) => ({ name, payload: shown[name], seq: 1 }) as NumberedEvent;

const ticket = shown['ticket-changed'];
const customer = shown['customer-changed'];
const emptyList = { pages: [{ data: [], next: null, edge: null }] };
const openTickets = { status: ['open' as const], assignee: 'any' as const, sort: 'newest' as const };
const rows = (name: Name, list: Parameters<typeof applyToList>[0] = emptyList) =>
  applyToList(list, sent(name), openTickets, 1).pages.flatMap((page) => page.data);
const emptyTimeline: TimelineWindow = { pages: [{ data: [], has_more: false }] };

it('a changed ticket comes into the list, and a removed one leaves it', () => {
  expect(rows('ticket-changed')).toEqual([ticket]);
  expect(rows('ticket-removed', { pages: [{ data: [ticket], next: null, edge: null }] })).toEqual([]);
});

it.each(['message-added', 'livechat-message', 'whatsapp-message', 'socmed-message'] as const)(
  '%s comes onto the time line',
  (name) => {
    expect(messagesOf(applyToTimeline(emptyTimeline, sent(name), ticket.id))).toEqual([shown[name]]);
  },
);

it('a message’s new state is shown on it', () => {
  const { message_id: id, state } = shown['message-state'];
  const before = { ...shown['livechat-message'], id, state: 'sent' as const };
  const window: TimelineWindow = { pages: [{ data: [before], has_more: false }] };
  expect(messagesOf(applyToTimeline(window, sent('message-state'), ticket.id))[0]?.state).toBe(state);
});

it('the open ticket follows itself, its customer and its conversation', () => {
  const before: TicketDetail = {
    ticket: { ...ticket, revision: 1 },
    customer: { ...customer, version: 1 },
    conversations: [],
    answers_on: null,
    other_customers: [],
    mailed_to: null,
    scheduled: [],
    drafts: [],
    history: [],
  };
  expect(applyToTicket(before, sent('ticket-changed')).ticket).toEqual(ticket);
  expect(applyToTicket(before, sent('customer-changed')).customer).toEqual(customer);
  const later = shown['scheduled-replies-changed'];
  const own = { ...before, ticket: { ...before.ticket, id: later.ticket_id } };
  expect(applyToTicket(own, sent('scheduled-replies-changed')).scheduled).toEqual(later.data);
  expect(applyToTicket(before, sent('conversation-changed')).conversations).toEqual([
    shown['conversation-changed'],
  ]);
});

it('a changed customer is shown in the list and on the profile', () => {
  const pages = { pages: [{ data: [], next: null }], pageParams: [undefined] };
  const view = { sort: 'name' as const, q: '' };
  expect(applyToPages(pages, sent('customer-changed'), view).pages[0]?.data).toEqual([customer]);
  expect(applyToCustomer({ ...customer, version: 1 }, sent('customer-changed'))).toEqual(customer);
});

it('an offer is shown until it has ended', () => {
  const offers = applyToOffers([], sent('conversation-offer'));
  expect(offers).toEqual([shown['conversation-offer']]);
  expect(applyToOffers(offers, sent('conversation-offer-ended'))).toEqual([]);
});

it('the counters count', () => {
  const zero = { total: 0 };
  const none: NotificationCounters = { whatsapp: zero, email: zero, sms: zero, livechat: zero, socmed: [] };
  const names = ['whatsapp-notif', 'email-notif', 'sms-notif', 'livechat-notif', 'socmed-notif'] as const;
  expect(names.map(sent).reduce(applyToCounters, none)).toEqual({
    whatsapp: shown['whatsapp-notif'],
    email: shown['email-notif'],
    sms: shown['sms-notif'],
    livechat: shown['livechat-notif'],
    socmed: [shown['socmed-notif']],
  });
});

it('the switch in the top bar follows one’s own activity', () => {
  const { id, user_activity_id } = shown['user-activity-changed'];
  const before = { id, user_activity_id: 6, activity_since: '2026-11-20T08:00:00.000Z' };
  queryClient.setQueryData(userQuery.queryKey, { data: before, extension: '' } as never);
  applyOwnActivity(shown['user-activity-changed']);
  expect(queryClient.getQueryData(userQuery.queryKey)?.data.user_activity_id).toBe(user_activity_id);
  queryClient.clear();
});
