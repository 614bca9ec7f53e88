import type { Platform } from '#platform/platform';
import { ResourceLimitError } from '#platform/process/threads';
import type { Tickets } from '#modules/tickets';
import * as store from '../outbound/email-store.ts';
import { type MailParser, UnreadableMail } from '../parsing/mail-parser.ts';
import { storedHtml } from './stored-html.ts';

type Deps = Pick<Platform, 'db' | 'files' | 'jobs'> & {
  tickets: { timeline: Pick<Tickets['timeline'], 'findMessage' | 'setHtmlText'> };
  apart: Pick<MailParser, 'searchedHtml'>;
};

const TASK = 'email:read-old-html';
/** Few mails per run, so that a large history does not delay new mails. */
const BATCH = 50;

/** Makes older mails searchable by words that only their HTML has, a batch every minute. */
export function backfillHtmlSearch({ db, files, jobs, tickets, apart }: Deps): void {
  jobs.define(TASK, readSome);
  jobs.schedule(TASK, '* * * * *');

  async function readSome(): Promise<void> {
    const before = await store.findHtmlBackfill(db.q);
    if (before === undefined) return;
    const mails = await store.listWithHtml(db.q, before, BATCH);
    for (const mail of mails) await readOne(mail);
    const last = mails.at(-1);
    if (last && mails.length === BATCH) await store.moveHtmlBackfill(db.q, last.message_id);
    else await store.endHtmlBackfill(db.q);
  }

  async function readOne(mail: store.MailWithHtml): Promise<void> {
    const { message_id: id, created_at: createdAt } = mail;
    const message = await tickets.timeline.findMessage(db.q, id, createdAt);
    const html = await storedHtml(files, mail);
    // An erased message has no text and no HTML.
    if (!message?.body || !html) return;
    const text = await apart.searchedHtml(message.body, html).catch(nothingOf);
    if (text !== null) await tickets.timeline.setHtmlText(db.q, message, text);
  }
}

/** Mails that cannot be parsed, or take too long, are searched by their text only. */
function nothingOf(error: unknown): null {
  if (error instanceof UnreadableMail || error instanceof ResourceLimitError) return null;
  throw error;
}
