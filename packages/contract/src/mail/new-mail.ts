import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { answerChanges } from '../custom-fields/custom-fields.ts';
import { typedAddresses } from './mail.ts';
import { clientKey, okResponse, fileRef, id, line, text } from '../kit/shapes.ts';
import { sendTime } from '../tickets/ticket-endpoints.ts';
import { ticket } from '../tickets/tickets.ts';

export const listMailSenders = endpoint({
  method: 'GET',
  path: '/api/mail/senders',
  permission: 'TICKETS:REPLY',
  summary:
    'The mailboxes from which you may send new e-mails: the active ones of departments whose tickets you see.',
  response: z.object({
    data: z.array(z.object({ id, name: z.string(), address: z.string(), department_id: id })),
  }),
});
export type MailSender = z.infer<typeof listMailSenders.response>['data'][number];

export const sendNewMail = endpoint({
  method: 'POST',
  path: '/api/mails',
  permission: 'TICKETS:REPLY',
  summary:
    'Send a new e-mail: creates a ticket in the mailbox’s department, assigned to you, with the e-mail on it. Requires TICKETS:CREATE as well, and CUSTOMERS:CREATE if the first address belongs to no customer yet. The same client_key is sent once: with different text it is refused as `already_sent`, with the ticket. Custom fields that are required when a ticket is created go into `fields`. With `send`, the ticket is created immediately, and the e-mail is a scheduled reply on it until it is sent.',
  body: z
    .strictObject({
      client_key: clientKey,
      mailbox_id: id,
      to: typedAddresses.min(1),
      cc: typedAddresses.default([]),
      bcc: typedAddresses.default([]),
      subject: line(LIMITS.subject),
      html: text(LIMITS.mailHtml),
      file_ids: z.array(z.uuid()).max(LIMITS.filesPerMessage).default([]),
      fields: answerChanges.default({}),
      send: sendTime.optional(),
    })
    .refine(({ html, file_ids: files }) => html.trim() !== '' || files.length > 0, {
      message: 'An e-mail needs text or a file',
      path: ['html'],
    }),
  response: z.object({ data: ticket }),
});

/** The contents of the form's custom fields by field id: typed text, a checkbox, or selected options. */
const typedAnswers = z.record(
  z.string().max(20),
  z.union([text(LIMITS.body), z.boolean(), z.array(text(LIMITS.name)).max(LIMITS.fieldOptions)]),
);
/** A draft's recipient, which need not be valid yet. */
const person = z.strictObject({ name: text(LIMITS.identity), address: text(LIMITS.identity) });
const unsent = z.strictObject({
  client_key: clientKey,
  /** Null: the first that the user may send from. */
  mailbox_id: id.nullable(),
  to: z.array(person).max(LIMITS.mailRecipients),
  cc: z.array(person).max(LIMITS.mailRecipients),
  bcc: z.array(person).max(LIMITS.mailRecipients),
  subject: text(LIMITS.subject),
  html: text(LIMITS.mailHtml),
});
/** The recipients with which the draft was begun, as in the page's address; empty for none. */
const place = text(LIMITS.url);

/** An unsent mail with its files. */
export const mailDraft = unsent.extend({ answers: typedAnswers, files: z.array(fileRef) });
export type MailDraft = z.infer<typeof mailDraft>;

export const getMailDraft = endpoint({
  method: 'GET',
  path: '/api/mail/draft',
  permission: 'TICKETS:REPLY',
  summary: 'Your draft of a new e-mail, by the recipient that it was started for; null if there is none.',
  query: z.strictObject({ place: place.default('') }),
  response: z.object({ data: mailDraft.nullable() }),
});

export const saveMailDraft = endpoint({
  method: 'PUT',
  path: '/api/mail/draft',
  permission: 'TICKETS:REPLY',
  summary: 'Save your draft of a new e-mail; null deletes it. The latest 50 of each person are kept.',
  body: z.strictObject({
    place,
    draft: unsent
      .extend({
        answers: typedAnswers.default({}),
        file_ids: z.array(z.uuid()).max(LIMITS.filesPerMessage),
      })
      .nullable(),
  }),
  response: okResponse,
});
