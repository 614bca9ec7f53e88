import { Readable } from 'node:stream';
import { mailPageHtml } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { fileHeaders } from '#platform/http/file-headers';
import type { Tickets } from '#modules/tickets';
import { ResourceLimitError } from '#platform/process/threads';
import * as emailStore from '../outbound/email-store.ts';
import type { MailParser } from '../parsing/mail-parser.ts';
import { storedHtml } from './stored-html.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'files' | 'secrets'> & {
  tickets: Tickets;
  apart: Pick<MailParser, 'page'>;
};
type Signed = { until: number; signature: string };
/** `images`: with remote images; `isMeasured`: for the hidden frame in which the height is measured. */
type ViewOptions = { images: boolean; isMeasured: boolean };
export type MailContent = { headers: Record<string, string>; bytes: Readable };

const HOUR_S = 3600;
/** Signed URLs stay the same for an hour, so that browsers can cache them, and expire after twelve. */
const GOOD_FOR_HOURS = 12;

/**
 * Shows mails: their HTML, sanitised on each request by the current rules, their images, and the originals. URLs are signed and
 * expire. @throws AppError `not_found` also for what the viewer may not see
 */
export type MailView = {
  /** `images`: with remote images. @throws AppError `conflict` if sanitising takes too long */
  html(
    viewer: Viewer,
    ticketId: number,
    messageId: number,
    images: boolean,
  ): Promise<{ html: string; has_remote_images: boolean; frame_url: string }>;
  /** The HTML page that shows the mail. */
  frame(messageId: number, how: Signed & ViewOptions): Promise<MailContent>;
  /** A picture in the mail. */
  file(id: string, signed: Signed): Promise<MailContent>;
  /** The original mail. */
  source(viewer: Viewer, ticketId: number, messageId: number): Promise<MailContent>;
};

/** Shows mails: their HTML, sanitised on each request by the current rules, their images, and the originals. */
export function createMailView({ db, clock, files, secrets, tickets, apart }: Deps): MailView {
  function sign(purpose: 'mail-file' | 'mail-frame', id: string): string {
    const hours = Math.floor(clock.now().getTime() / 1000 / HOUR_S) + GOOD_FOR_HOURS;
    const until = hours * HOUR_S;
    return `until=${until}&signature=${secrets.sign(purpose, `${id}\n${until}`)}`;
  }

  function demandSigned(purpose: 'mail-file' | 'mail-frame', id: string, { until, signature }: Signed): void {
    const isGood = secrets.isSigned(purpose, `${id}\n${until}`, signature);
    if (!isGood || until * 1000 < clock.now().getTime()) throw new AppError('not_found');
  }

  async function emailOf(viewer: Viewer, ticketId: number, messageId: number) {
    await tickets.get(viewer, ticketId);
    const email = await emailStore.findEmail(db.q, messageId);
    if (!email || !(await tickets.timeline.isOn(db.q, ticketId, email.ticket_id)))
      throw new AppError('not_found');
    return email;
  }

  type EmailRow = NonNullable<Awaited<ReturnType<typeof emailStore.findEmail>>>;

  async function pageOf(email: EmailRow, images: boolean) {
    const ids = Object.entries(email.inline_files);
    const inline = ids.map(([cid, id]) => [cid, `/api/mail/files/${id}?${sign('mail-file', id)}`] as const);
    const html = found(await storedHtml(files, email));
    return apart.page({ html, images, inline: Object.fromEntries(inline) }).catch((error: unknown) => {
      if (!(error instanceof ResourceLimitError)) throw error;
      throw new AppError('conflict', { reason: 'mail_showing_too_long' });
    });
  }

  return {
    async html(viewer, ticketId, messageId, images) {
      const email = await emailOf(viewer, ticketId, messageId);
      const { html, hasRemoteImages: has_remote_images } = await pageOf(email, images);
      const signed = sign('mail-frame', String(messageId));
      return {
        html,
        has_remote_images,
        frame_url: `/api/mail/frames/${messageId}?${signed}&images=${images ? 1 : 0}`,
      };
    },

    async frame(messageId, { images, isMeasured, ...signed }) {
      demandSigned('mail-frame', String(messageId), signed);
      const email = found(await emailStore.findEmail(db.q, messageId));
      const { html } = await pageOf(email, images);
      const headers = frameHeaders({ images, isMeasured });
      return { headers, bytes: Readable.from([Buffer.from(mailPageHtml(html))]) };
    },

    async file(id, signed) {
      demandSigned('mail-file', id, signed);
      const file = await tickets.files.open(id);
      return { headers: fileHeaders(file), bytes: file.bytes() };
    },

    async source(viewer, ticketId, messageId) {
      const email = await emailOf(viewer, ticketId, messageId);
      const mail = email.mail_id === null ? undefined : await emailStore.findMailFile(db.q, email.mail_id);
      if (!mail || !files.has(mail.file_id)) throw new AppError('not_found');
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="mail-${messageId}.eml"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      };
      return { headers, bytes: files.read(mail.file_id) };
    },
  };
}

/**
 * A second line of defence behind sanitising: no script runs, no form is sent, and only pictures are loaded. The frame that is
 * measured allows our app to read it, but is never shown.
 */
function frameHeaders({ images, isMeasured }: ViewOptions): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `img-src 'self' data:${images ? ' https: http:' : ''}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    `sandbox ${isMeasured ? 'allow-same-origin' : 'allow-popups allow-popups-to-escape-sandbox'}`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  };
}
