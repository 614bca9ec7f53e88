import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { mailAddress } from './mail.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';

/** Why an e-mail was rejected. Screens have a sentence for each. */
export const IGNORED_REASONS = [
  /** Its sender is blocked. */
  'blocked',
  /** It has the mark of our own mails: somebody forwards them back to us. */
  'loop',
  /** It is from the mailbox's own address. */
  'own',
  /** We sent it ourselves, and it is on its ticket already. */
  'ours',
  /** A bounce that does not tell of which mail: somebody else sends in our name. */
  'stray_bounce',
  /** An automatic reply to an e-mail of ours that has no ticket, or a bounce of it. */
  'no_ticket',
  /** Its sender sent more in an hour than the mailbox's limit. */
  'flood',
  /** The mail server lists it, but does not deliver it, even when asked for it alone. */
  'not_given',
  /** Parsing it takes longer than allowed, even when tried again. */
  'too_costly',
] as const;
export type IgnoredReason = (typeof IGNORED_REASONS)[number];

/** For how many days rejected mails are kept. */
export const IGNORED_DAYS = 30;

/** A rejected mail, which is kept and on no ticket. */
export const ignoredMail = z.object({
  id,
  arrived_at: timestamp,
  from: mailAddress,
  subject: z.string(),
  reason: z.enum(IGNORED_REASONS),
  size: z.number().int(),
});
export type IgnoredMail = z.infer<typeof ignoredMail>;

const oneMail = z.object({ id: idText, mailId: idText });

export const listIgnoredMails = endpoint({
  method: 'GET',
  path: '/api/mailboxes/:id/ignored',
  permission: 'CONFIG_EMAILS:VIEW',
  summary:
    'Rejected e-mails of the last 30 days, with the reason, newest first; older than `before` if given.',
  params: z.object({ id: idText }),
  query: z.strictObject({
    before: idText.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(25),
  }),
  response: z.object({ data: z.array(ignoredMail), has_more: z.boolean() }),
});

export const acceptIgnoredMail = endpoint({
  method: 'POST',
  path: '/api/mailboxes/:id/ignored/:mailId/take',
  permission: 'CONFIG_EMAILS:EDIT',
  summary:
    'Accept a rejected e-mail, once: it goes to the ticket where it would have gone. Never one that we sent ourselves.',
  params: oneMail,
  body: z.strictObject({}),
  response: z.object({ data: z.object({ ticket_id: id, number: z.string() }) }),
});

export const getIgnoredMailSource = endpoint({
  method: 'GET',
  path: '/api/mailboxes/:id/ignored/:mailId/source',
  permission: 'CONFIG_EMAILS:VIEW',
  summary: 'The original of a rejected e-mail, as a file.',
  params: oneMail,
  response: z.unknown(),
  download: true,
});
