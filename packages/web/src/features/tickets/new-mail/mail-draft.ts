import { type FileRef, fileRef, LIMITS, mailAddress, type writeMail } from '@trunkline/contract';
import { z } from 'zod';
import { isAddress } from '../mail/addresses.ts';
import { letterHtml } from '../mail/html-of-text.ts';
import type { Recipients } from '../outbox.ts';

/** A mail that somebody is about to send. Its key makes sending it twice send it once. */
export type MailDraft = Recipients & {
  client_key: string;
  /** Null: the first one that may be written from. */
  mailbox_id: number | null;
  subject: string;
  html: string;
  files: FileRef[];
};
export type Missing = Partial<Record<'to' | 'subject' | 'html', 'to' | 'wrong' | 'subject' | 'html'>>;

const people = z.array(mailAddress);
const kept = z.object({
  client_key: z.string(),
  mailbox_id: z.number().nullable(),
  subject: z.string(),
  html: z.string(),
  files: z.array(fileRef),
  to: people,
  cc: people,
  bcc: people,
});

export const emptyMail = (clientKey: string, to: Recipients['to'] = []): MailDraft => ({
  client_key: clientKey,
  mailbox_id: null,
  subject: '',
  html: '',
  files: [],
  to,
  cc: [],
  bcc: [],
});

/** What this device has kept; nothing where that is nothing. */
export function readMail(stored: unknown): MailDraft | undefined {
  return kept.safeParse(stored).data;
}

/** Whether something would be lost. */
export const isWritten = ({ subject, html, files, to, cc, bcc }: MailDraft, first: number): boolean =>
  subject !== '' || html !== '' || files.length > 0 || to.length + cc.length + bcc.length > first;

/** What is missing before it can go out, by field. */
export function missingIn({ to, cc, bcc, subject, html, files }: MailDraft): Missing {
  const isWrong = ![...to, ...cc, ...bcc].every(isAddress);
  return {
    ...(isWrong ? { to: 'wrong' as const } : to.length === 0 && { to: 'to' as const }),
    ...(subject.trim() === '' && { subject: 'subject' as const }),
    ...(html.trim() === '' && files.length === 0 && { html: 'html' as const }),
  };
}

/** The request that it makes. */
export function mailBody(draft: MailDraft, mailboxId: number): z.input<NonNullable<typeof writeMail.body>> {
  const { client_key, to, cc, bcc, subject, html, files } = draft;
  return {
    ...{ client_key, to, cc, bcc },
    mailbox_id: mailboxId,
    subject: subject.trim().slice(0, LIMITS.subject),
    html: html && letterHtml(html),
    file_ids: files.map(({ id }) => id),
  };
}
