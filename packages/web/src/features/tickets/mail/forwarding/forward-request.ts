import { createStore } from '#shared/lib/store.ts';
import type { Rewritten } from '#features/tickets/outbox/outbox.ts';

/** The mail to pass on, with what was written already where sending was undone. */
export type ForwardRequest = { ticketId: number; messageId: number; written?: Rewritten };

/** Set by whoever wants a mail passed on; the open ticket shows the dialog. */
export const forwardRequest = createStore<ForwardRequest | null>(null);
