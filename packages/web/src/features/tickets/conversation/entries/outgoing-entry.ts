import type { UnsentMessage } from '#features/tickets/outbox/outbox.ts';
import type { TimelineMessage } from '#features/tickets/timeline/timeline.ts';

/** Returns an unconfirmed message in the shape of a confirmed one. */
export function entryOf(outgoing: UnsentMessage, author: { id: number; fullname: string }): TimelineMessage {
  return {
    id: -1,
    ticket_id: outgoing.ticket_id,
    conversation_id: null,
    media_id: null,
    kind: outgoing.kind === 'note' ? 'note' : 'outbound',
    body: outgoing.body,
    author: { type: 'user', id: author.id, name: author.fullname },
    attachments: outgoing.attachments,
    event: null,
    mail: null,
    ...(outgoing.choices && { extra: { kind: 'text' as const, choices: outgoing.choices } }),
    state: null,
    failure: null,
    client_key: outgoing.client_key,
    created_at: outgoing.created_at,
    sending: outgoing.status === 'failed' ? { status: 'failed', code: outgoing.code } : { status: 'sending' },
  };
}
