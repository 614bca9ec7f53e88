import {
  LIMITS,
  mailDraft,
  type MailDraft,
  type saveMailDraft,
  type SendTime,
  type sendNewMail,
  onOneLine,
} from '@trunkline/contract';
import type { z } from 'zod';
import { isAddress, isTooMany } from '../mail/recipients/addresses.ts';
import { emailHtml } from '../mail/html-of-text.ts';
import type { MailRecipients } from '../outbox/outbox.ts';

export type MailDraftProblems = Partial<
  Record<'to' | 'subject' | 'html', 'to' | 'wrong' | 'many' | 'subject' | 'html'>
>;

/** A draft of a new e-mail. Its client key makes sending idempotent. */
export const emptyMail = (clientKey: string, to: MailRecipients['to'] = []): MailDraft => ({
  client_key: clientKey,
  mailbox_id: null,
  subject: '',
  html: '',
  files: [],
  to,
  cc: [],
  bcc: [],
  answers: {},
});

/** Returns the draft kept on this device, if there is one. */
export function readMail(stored: unknown): MailDraft | undefined {
  // Drafts of an older version have no answers to custom fields.
  return mailDraft.safeParse({ answers: {}, ...(stored as object | null) }).data;
}

/** Whether the draft contains anything that could be lost. */
export const isWritten = ({ subject, html, files, to, cc, bcc }: MailDraft, first: number): boolean =>
  subject !== '' || html !== '' || files.length > 0 || to.length + cc.length + bcc.length > first;

/** Problems that prevent sending, by field. */
export function missingIn({ to, cc, bcc, subject, html, files }: MailDraft): MailDraftProblems {
  const wrong = wrongIn({ to, cc, bcc });
  return {
    ...(wrong && { to: wrong }),
    ...(onOneLine(subject) === '' && { subject: 'subject' as const }),
    ...(html.trim() === '' && files.length === 0 && { html: 'html' as const }),
  };
}

function wrongIn(recipients: MailRecipients): MailDraftProblems['to'] {
  const { to, cc, bcc } = recipients;
  if (![...to, ...cc, ...bcc].every(isAddress)) return 'wrong';
  if (isTooMany(recipients)) return 'many';
  return to.length === 0 ? 'to' : undefined;
}

/** Returns the request that sends the e-mail, later where a time is given. */
export function mailBody(
  draft: MailDraft,
  mailboxId: number,
  send?: SendTime,
): z.input<NonNullable<typeof sendNewMail.body>> {
  const { client_key, to, cc, bcc, subject, html, files } = draft;
  return {
    client_key,
    to,
    cc,
    bcc,
    mailbox_id: mailboxId,
    subject: onOneLine(subject).slice(0, LIMITS.subject),
    html: html && emailHtml(html),
    file_ids: files.map(({ id }) => id),
    ...(send && { send }),
  };
}

/** Returns the draft as the server keeps it; null where it contains nothing. */
export function draftBody(
  place: string,
  draft: MailDraft | null,
): z.input<NonNullable<typeof saveMailDraft.body>> {
  if (draft === null) return { place, draft: null };
  const { files, ...mail } = draft;
  return { place, draft: { ...mail, file_ids: files.map(({ id }) => id) } };
}
