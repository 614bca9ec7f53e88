import { z } from 'zod';
import { LIMITS } from '../kit/limits.ts';
import { emailAddress } from './mail-address.ts';
import { id, line, timestamp } from '../kit/shapes.ts';

/** Why a mail could not be taken in or sent, or a mailbox could not be reached. Screens have a sentence for each. */
export const MAIL_FAULTS = [
  'host_not_found',
  /** Nothing answers at this host and port. */
  'refused',
  'timeout',
  /** No mail server answers on the company's own network; no more is told of that. */
  'unreachable',
  /** It speaks no TLS, or another kind than was asked for. */
  'tls',
  'certificate',
  'login_refused',
  /** The token endpoint of OAuth gave no access token. */
  'token_refused',
  'folder_missing',
  'sender_refused',
  'recipient_refused',
  'content_refused',
  'too_large',
  /** It was taken, and came back. */
  'bounced',
  'connection_lost',
  /** The mailbox was switched off while the mail waited. */
  'switched_off',
  /** Something else: what the server said tells it. */
  'other',
] as const;
export const mailFault = z.enum(MAIL_FAULTS);
export type MailFault = z.infer<typeof mailFault>;

/** `failure` of a mail: a code, and what the mail server said where it said something. */
export function writeMailFailure(code: MailFault, said: string): string {
  return said ? `${code}: ${said}` : code;
}

/** The two parts of a mail's `failure`. */
export function readMailFailure(failure: string): { code: MailFault; said: string } {
  const [, name = '', said = ''] = /^(\w+)(?:: ([\s\S]*))?$/.exec(failure) ?? [];
  const code = mailFault.safeParse(name);
  return code.success ? { code: code.data, said } : { code: 'other', said: failure };
}

/** Somebody in a mail's header; the name may be empty. */
export const mailAddress = z.object({ name: z.string(), address: z.string() });
export type MailAddress = z.infer<typeof mailAddress>;

/** What a message that is a mail has beside its text. */
export const messageMail = z.object({
  subject: z.string(),
  /** When it says that it was written; null where it does not say, or not in earnest. */
  date: timestamp.nullable(),
  from: mailAddress,
  /** Where answers go, where that is not the sender. */
  reply_to: mailAddress.nullable(),
  /** At most `LIMITS.mailRecipientsShown` of each; `recipients` counts all. */
  to: z.array(mailAddress),
  cc: z.array(mailAddress),
  /** Of our own mails only: nobody else tells. */
  bcc: z.array(mailAddress),
  recipients: z.number().int(),
  /** `GET …/messages/:messageId/html` shows it; `body` is the same as plain text. */
  has_html: z.boolean(),
  has_remote_images: z.boolean(),
  /** `GET …/messages/:messageId/source` has it as it came. */
  has_source: z.boolean(),
  /** No person wrote it: an out-of-office note, a notification, a bounce. Nothing answers it by itself. */
  is_auto: z.boolean(),
  /** It could not be read: the attached original is all there is. */
  is_unreadable: z.boolean(),
  /** Its words, or some of them, are for somebody's key (S/MIME, PGP): what could be read is shown. */
  is_encrypted: z.literal(true).optional(),
  /** It was too large: only its beginning was taken in, without attachments. */
  is_partial: z.boolean(),
  /** No automatic answer goes to it: its writer wants none, or it answers an automatic mail of ours. */
  wants_no_auto: z.literal(true).optional(),
  /** The mail server found that it does not come from whom it names. Left out where it found nothing of the kind. */
  is_unproven: z.literal(true).optional(),
  /** Whom an unproven mail says to come from, where `from` is somebody else: whom it wants answered. */
  claimed_from: mailAddress.optional(),
  /**
   * It names somebody else to be answered than whom it is from, on nobody's word but its own: the first answer there has to be
   * confirmed.
   */
  answers_elsewhere: z.object({ from: mailAddress, to: mailAddress }).optional(),
  /** It would be on that ticket, were its sender proven: by its subject, the number in it, or a customer's Message-ID. */
  may_belong_to: z.object({ ticket_id: id, number: z.string() }).optional(),
  /** Attachments that the HTML shows in place. */
  inline_file_ids: z.array(z.string()),
});
export type MessageMail = z.infer<typeof messageMail>;

/** An address that somebody types, with a name or without. */
export const typedAddress = z.strictObject({
  name: z.union([z.literal(''), line(LIMITS.name)]).default(''),
  address: emailAddress,
});
export const typedAddresses = z.array(typedAddress).max(LIMITS.mailRecipients);
