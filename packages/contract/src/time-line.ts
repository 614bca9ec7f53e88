import { z } from 'zod';
import { automationTimeLine } from './automation/automation-time-line.ts';
import { callTimeLine } from './calls/call-time-line.ts';
import { conversationTimeLine } from './conversations/conversation-time-line.ts';
import { relationTimeLine, ticketTimeLine } from './tickets/ticket-time-line.ts';

/**
 * All events of the time line. Each domain has its kinds in a file of its own; a new domain is a line here, with its texts in
 * the web's `features/tickets/event-words`.
 */
export const ticketEvent = z.discriminatedUnion('type', [
  ...ticketTimeLine,
  ...relationTimeLine,
  ...automationTimeLine,
  ...conversationTimeLine,
  ...callTimeLine,
]);
export type TicketEvent = z.infer<typeof ticketEvent>;
