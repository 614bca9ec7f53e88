import { z } from 'zod';
import { LIMITS } from '../kit/limits.ts';
import { emailAddress } from './mail-address.ts';
import { fileRef, id, line, timestamp } from '../kit/shapes.ts';

/** Why a mail was not received or sent, or a mailbox could not be reached. Screens have a sentence for each. */
export const MAIL_FAULTS = [
  'host_not_found',
  /** The connection to this host and port was refused. */
  'refused',
  'timeout',
  /** There is no mail server at this address of the private network; nothing more is revealed. */
  'unreachable',
  /** The server does not support TLS, or not in the mode that was chosen. */
  'tls',
  'certificate',
  'login_refused',
  /** OAuth's token endpoint returned no access token. */
  'token_refused',
  'folder_missing',
  'sender_refused',
  'recipient_refused',
  'content_refused',
  'too_large',
  /** It was accepted, and bounced later. */
  'bounced',
  'connection_lost',
  /** The mailbox was deactivated while the mail waited. */
  'switched_off',
  /** Another failure; the server's message tells it. */
  'other',
] as const;
export const mailFault = z.enum(MAIL_FAULTS);
export type MailFault = z.infer<typeof mailFault>;

/** The `failure` of a mail: a code, and the mail server's message if there is one. */
export function writeMailFailure(code: MailFault, said: string): string {
  return said ? `${code}: ${said}` : code;
}

/** Splits a mail's `failure` into its two parts. */
export function readMailFailure(failure: string): { code: MailFault; said: string } {
  const [, name = '', said = ''] = /^(\w+)(?:: ([\s\S]*))?$/.exec(failure) ?? [];
  const code = mailFault.safeParse(name);
  return code.success ? { code: code.data, said } : { code: 'other', said: failure };
}

/** A person in a mail's header; the name may be empty. */
export const mailAddress = z.object({ name: z.string(), address: z.string() });
export type MailAddress = z.infer<typeof mailAddress>;

/** The mail fields of a message. */
export const messageMail = z.object({
  subject: z.string(),
  /** The `Date` header; null where it is missing or implausible. */
  date: timestamp.nullable(),
  from: mailAddress,
  /** The `Reply-To` header, where it differs from the sender. */
  reply_to: mailAddress.nullable(),
  /** At most `LIMITS.mailRecipientsShown` of each; `recipients` is the number of all. */
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  /** Only known for our own mails. */
  bcc: z.array(mailAddress),
  recipients: z.number().int(),
  /** `GET …/messages/:messageId/html` returns it; `body` is the plain text. */
  has_html: z.boolean(),
  has_remote_images: z.boolean(),
  /** `GET …/messages/:messageId/source` returns the original. */
  has_source: z.boolean(),
  /** Written by a machine: an out-of-office reply, a notification, a bounce. It gets no automatic reply. */
  is_auto: z.boolean(),
  /** It could not be parsed: only the original is attached. */
  is_unreadable: z.boolean(),
  /** All or part of it is encrypted (S/MIME, PGP): only the rest is shown. */
  is_encrypted: z.literal(true).optional(),
  /** It was too large: only its beginning was stored, without attachments. */
  is_partial: z.boolean(),
  /** It gets no automatic reply: it asks for none, or replies to an automatic mail of ours. */
  wants_no_auto: z.literal(true).optional(),
  /** The mail server could not authenticate the sender. Left out otherwise. */
  is_unproven: z.literal(true).optional(),
  /** The sender that an unauthenticated mail claims, where `from` is another one: the `Reply-To`. */
  claimed_from: mailAddress.optional(),
  /**
   * It asks, without being authenticated, to be answered at another address than its sender's: the first reply to that has to
   * be confirmed.
   */
  answers_elsewhere: z.object({ from: mailAddress, to: mailAddress }).optional(),
  /**
   * The ticket that it would be on if its sender were authenticated: by its subject, its ticket number, or a customer's
   * Message-ID.
   */
  may_belong_to: z.object({ ticket_id: id, number: z.string() }).optional(),
  /**
   * The mail that this one forwards to somebody else; it does not count as a reply to the customer. `files` are the attachments
   * that were forwarded with it.
   */
  forwards: z
    .object({ message_id: id, from: mailAddress, date: timestamp.nullable(), files: z.array(fileRef) })
    .optional(),
  /** Attachments that the HTML shows inline. */
  inline_file_ids: z.array(z.string()),
});
export type MessageMail = z.infer<typeof messageMail>;

/** An address that is typed, with or without a name. */
export const typedAddress = z.strictObject({
  name: z.union([z.literal(''), line(LIMITS.name)]).default(''),
  address: emailAddress,
});
export const typedAddresses = z.array(typedAddress).max(LIMITS.mailRecipients);
