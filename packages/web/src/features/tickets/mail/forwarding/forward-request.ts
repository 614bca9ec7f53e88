import { createStore } from '#shared/lib/store.ts';
import type { MessageToRewrite } from '#features/tickets/outbox/outbox.ts';

/** The e-mail to forward; `written`: what was written before sending was undone. */
export type ForwardRequest = { ticketId: number; messageId: number; written?: MessageToRewrite };

/** Set by any component to forward an e-mail; the open ticket shows the dialog. */
export const forwardRequest = createStore<ForwardRequest | null>(null);
