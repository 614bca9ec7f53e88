import { createStore } from '#shared/lib/store.ts';

/** Whether the form for a new ticket was asked for from elsewhere; the desk opens it. */
export const isNewTicketRequested = createStore(false);
