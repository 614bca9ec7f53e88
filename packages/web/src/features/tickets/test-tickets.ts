import type { Customer, Message, MessageMail, Ticket } from '@trunkline/contract';

/** Makes a ticket for tests; the test sets the fields that matter. */
export function aTicket(part: Partial<Ticket> & { id: number }): Ticket {
  const at = '2026-11-20T08:00:00.000Z';
  return {
    number: `T-${part.id}`,
    subject: 'Parcel has not arrived',
    status: 'open',
    department_id: 1,
    assignee_id: null,
    priority_id: 2,
    priority_rank: 2,
    type_id: null,
    category_id: null,
    subcategory_id: null,
    caller_type_id: null,
    media_id: 6,
    tags: [],
    fields: {},
    customer_id: 1,
    customer_name: 'Dewi Lestari',
    merged_into: null,
    last_message: 'Is there any news?',
    last_message_by: 'customer',
    last_message_at: at,
    waiting_since: at,
    unread: 0,
    is_unsent: false,
    sends_at: null,
    snoozed_until: null,
    returned_at: null,
    first_response_due_at: null,
    first_response_at: null,
    next_response_due_at: null,
    resolution_due_at: null,
    solved_at: null,
    created_at: at,
    updated_at: at,
    version: 1,
    revision: 1,
    ...part,
  };
}

/** Makes a message for tests; from the customer by default. */
export function aMessage(part: Partial<Message> & { id: number }): Message {
  return {
    ticket_id: 1,
    conversation_id: 1,
    media_id: 6,
    kind: 'inbound',
    body: 'Hello',
    author: { type: 'customer', id: 1, name: 'Dewi Lestari' },
    attachments: [],
    event: null,
    mail: null,
    state: null,
    failure: null,
    client_key: null,
    created_at: '2026-11-20T08:00:00.000Z',
    ...part,
  };
}

/** Makes the e-mail fields of a message for tests. */
export function aMail(part: Partial<MessageMail> = {}): MessageMail {
  const dewi = { name: 'Dewi Lestari', address: 'dewi@mail.example' };
  return {
    subject: 'Parcel has not arrived',
    date: null,
    from: dewi,
    reply_to: null,
    to: [],
    cc: [],
    bcc: [],
    recipients: 0,
    has_html: false,
    has_remote_images: false,
    has_source: false,
    is_auto: false,
    is_unreadable: false,
    is_partial: false,
    inline_file_ids: [],
    ...part,
  };
}

/** Makes a customer for tests. */
export function aCustomer(part: Partial<Customer> & { id: number }): Customer {
  return {
    name: 'Dewi Lestari',
    company: '',
    note: '',
    language: 'id',
    identities: [],
    fields: {},
    open_tickets: 1,
    total_tickets: 1,
    last_contact_at: null,
    created_at: '2026-11-20T08:00:00.000Z',
    version: 3,
    ...part,
  };
}
