import { search } from '@trunkline/contract';
import { allows } from '#platform/access';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import { createTickets, ticketRealtime, ticketRoutes, type Tickets } from '#modules/tickets';
import type { AppServer } from './server.ts';
import type { Tier2 } from './tier-2.ts';

export type Tier3 = Tier2 & { tickets: Tickets };

/** Tier 3: tickets. */
export function createTier3(platform: Platform, below: Tier2): Tier3 {
  return { ...below, tickets: createTickets({ ...platform, ...below }) };
}

export function openTier3(
  { http, realtime, platform }: AppServer,
  { tickets, customers, conversations }: Tier3 & { conversations: Pick<Conversations, 'ofTicket'> },
): void {
  ticketRoutes(http, {
    tickets,
    conversationsOf: conversations.ofTicket,
    readTogether: platform.db.together,
  });
  ticketRealtime(realtime, { ...platform, tickets });
  http.route(search, async ({ viewer, query }) => ({
    data: {
      customers: allows(viewer, 'CUSTOMERS:VIEW') ? await customers.find(query.q, 5) : [],
      tickets: allows(viewer, 'TICKETS:VIEW') ? await tickets.find(viewer, query.q, 8) : [],
    },
  }));
}
