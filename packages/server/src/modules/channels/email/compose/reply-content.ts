import type { MessageMail } from '@trunkline/contract';
import { AppError } from '#platform/errors';
import type { Reply } from '#modules/conversations';
import { cidsIn, cleanHtml, hasRemoteImages } from '../parsing/clean-html.ts';
import { plainText } from '../parsing/plain-text.ts';

/** The content of the mails that we send. Pure. */

/** Sanitises what an agent wrote, since it may be pasted from anywhere. Pictures must be files of the mail. */
export const sanitiseReplyHtml = (html: string, fileIds: readonly string[]): string =>
  cleanHtml(html, { images: true, inline: (cid) => (fileIds.includes(cid) ? `cid:${cid}` : undefined) });

/** Returns what an agent wrote: as text, and as HTML if it was formatted. */
export function replyContentOf(reply: Pick<Reply, 'body' | 'html' | 'file_ids' | 'forwards'>): {
  body: string;
  html: string | null;
} {
  const html = reply.html?.trim() ? sanitiseReplyHtml(reply.html, reply.file_ids) : null;
  const body = html === null ? reply.body : plainText(html);
  if (body.trim() || reply.file_ids.length > 0 || reply.forwards) return { body, html };
  throw new AppError('invalid', [{ path: 'html', message: 'A message needs text or a file' }]);
}

type Written = Pick<MessageMail, 'subject' | 'date' | 'from' | 'to' | 'cc' | 'bcc'>;

/** The mail's data as the time line shows them. */
export function outgoingMessageMail({ to, cc, bcc, ...head }: Written, html: string | null): MessageMail {
  return {
    ...head,
    reply_to: null,
    to,
    cc,
    bcc,
    recipients: to.length + cc.length + bcc.length,
    has_html: html !== null,
    has_remote_images: html !== null && hasRemoteImages(html),
    has_source: false,
    is_auto: false,
    is_unreadable: false,
    is_partial: false,
    inline_file_ids: [...cidsIn(html ?? '')],
  };
}
