import { Readable } from 'node:stream';
import { LIMITS } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import type { MailPart, Tickets } from '#modules/tickets';
import { cidsIn } from './clean-html.ts';
import { BEGINNING_BYTES, typeOf } from './content-type.ts';
import { readDeliveryStatus, returnedIds, type DeliveryReport } from './delivery-report.ts';
import { idFrom } from './fingerprint.ts';
import { asText } from '#platform/foreign-text';
import { parseOpened, type OpenedMail } from './opened.ts';
import type { ParsedMail, Part } from './parse.ts';
import { plainText } from './plain-text.ts';
import { kindOf, wantsNoAutomaticAnswer, type MailKind } from './recognise.ts';
import { proofOf } from './authentication.ts';
import { isSignedFor } from './dkim.ts';
import { ownAddresses, type MailboxRow } from './mailbox-store.ts';
import type { ResolveTxt } from '#platform/mail-config';
import type { MailRow } from './received-store.ts';
import { failureIn, type Failure } from './received-mail.ts';
import { senderOf } from './sender.ts';
import type { MailAddress } from '@trunkline/contract';

type Deps = Pick<Platform, 'files'> & { tickets: Pick<Tickets, 'keepPart'>; resolveTxt: ResolveTxt };
type Mailbox = Pick<MailboxRow, 'address' | 'group_addresses' | 'authserv_id'>;

/** A mail with its files stored: what can be put on a ticket. */
export type ReadMail = OpenedMail & {
  kind: MailKind;
  /** No machine may answer it, whoever wrote it. */
  wantsNoAnswer: boolean;
  sender: MailAddress;
  /** Its own signature holds for the domain that it says to be from. */
  isSigned: boolean;
  body: string;
  htmlFileId: string | null;
  parts: MailPart[];
  /** Files by the Content-ID that the HTML calls them. */
  inline: Record<string, string>;
  reports: DeliveryReport[];
  /** Message-IDs of mails that a report gives back. */
  returned: string[];
  /** What came back and of whom; null where it is no failure for good. */
  failure: Failure | null;
};

type MailUpload = { name: string; mime: string; bytes: Readable };

/** It is no mail that anybody could read: the reason goes to the ticket, with the original. */
export class UnreadableMail extends Error {}

/** So much text is shown and searched; all of it stands in the HTML, or in a file. */
const BODY_MAX = 50_000;
/** So many files of one mail are taken out of it; all of them are in the original. */
const FILES_MAX = 200;
/** More than anybody's servers put on one mail. */
const SIGNATURES_MAX = 20;
const REPORT_BYTES = 64 * 1024;
const ON_REPORTS = /^(message\/(rfc822|delivery-status|global|global-delivery-status)|text\/rfc822-headers)$/;

/** What every mail has some of. */
const TELLING = ['from', 'to', 'subject', 'date', 'message-id', 'received', 'return-path'];

const ENDINGS: Partial<Record<string, string>> = {
  'message/rfc822': 'mail.eml',
  'text/calendar': 'invitation.ics',
  'application/ms-tnef': 'winmail.dat',
  'image/png': 'image.png',
  'image/jpeg': 'image.jpg',
  'image/gif': 'image.gif',
  'image/webp': 'image.webp',
  'application/pdf': 'file.pdf',
};

/** Reads a stored mail and stores the bytes of its files: nothing yet that anybody could see. */
export function createMailReader({ files, tickets, resolveTxt }: Deps) {
  return async (mail: MailRow, mailbox: Mailbox): Promise<ReadMail> => {
    const own = ownAddresses(mailbox);
    const kept = { parts: [] as MailPart[], cids: new Map<string, string>(), left: 0 };
    const told: string[] = [];
    async function keep(upload: MailUpload, index: number): Promise<string> {
      const id = idFrom('file', mail.id, index);
      kept.parts.push(await tickets.keepPart({ id, mailId: mail.id, upload }, LIMITS.mailBytes));
      return id;
    }

    async function takePart(part: Part): Promise<void> {
      // What a report gives back is our own mail: only what it says about it counts.
      if (ON_REPORTS.test(part.declaredType) && kindOf(part.headers, '') === 'bounce')
        return void told.push(await beginningOf(part.bytes));
      if (mail.is_partial || kept.parts.length >= FILES_MAX) return void (kept.left += 1);
      const { beginning, bytes } = await peek(part.bytes);
      const type = typeOf(beginning, part.declaredType);
      const name = part.name || (ENDINGS[type] ?? `file-${part.index}`);
      const id = await keep({ name, mime: type, bytes }, part.index);
      if (part.cid) kept.cids.set(part.cid, id);
    }

    const parsed = await parseOpened(files.read(mail.file_id), takePart).catch((error: unknown) => {
      throw isFault(error) ? error : new UnreadableMail((error as Error).message);
    });
    const sender = senderOf(parsed, own);
    const text = parsed.text.trim()
      ? parsed.text
      : plainText(parsed.html) || (await rawText({ files }, mail, parsed));
    if (!parsed.html && text.length > BODY_MAX)
      await keep({ name: 'message.txt', mime: 'text/plain', bytes: Readable.from([Buffer.from(text)]) }, 0);
    // What was left out is in the original.
    if (kept.left > 0 && !mail.is_partial)
      await keep({ name: 'original.eml', mime: 'message/rfc822', bytes: files.read(mail.file_id) }, -1);
    const { headers } = parsed;
    const kind = kindOf(headers, sender.address, own);
    const body = cut(text.trim());
    const reports = told.flatMap(readDeliveryStatus);
    return {
      ...parsed,
      ...{ sender, kind, body, reports },
      isSigned: await isSigned({ files, resolveTxt }, mail, parsed, mailbox),
      failure: failureIn({ kind, reports, headers, body }),
      wantsNoAnswer: wantsNoAutomaticAnswer(headers),
      htmlFileId: parsed.html ? await keepHtml(mail.id, parsed.html) : null,
      parts: kept.parts,
      inline: inlineFiles(parsed.html, kept.cids),
      returned: told.flatMap(returnedIds),
    };
  };

  async function keepHtml(mailId: number, html: string): Promise<string> {
    const id = idFrom('html', mailId);
    await files.put(id, Readable.from([Buffer.from(html)]), LIMITS.mailBytes * 2);
    return id;
  }
}

/** Somebody's words without any header are taken for one: then they are the text. */
async function rawText(
  { files }: Pick<Deps, 'files'>,
  mail: MailRow,
  { headers }: ParsedMail,
): Promise<string> {
  if (TELLING.some((name) => headers(name).length > 0)) return '';
  return asText(await beginningOf(files.read(mail.file_id)));
}

/** Looked at where nobody else has judged. What could not be looked up proves nothing. */
async function isSigned(
  { files, resolveTxt }: Pick<Deps, 'files' | 'resolveTxt'>,
  mail: MailRow,
  { headers, from, trail }: ParsedMail,
  mailbox: Mailbox,
): Promise<boolean> {
  const signatures = headers('dkim-signature');
  const address = from.find((one) => one.address !== '')?.address ?? '';
  if (address === '' || mail.is_partial || signatures.length === 0) return false;
  // One over a part of the body leaves room for anybody's words, and costs a pass of its own.
  if (signatures.length > SIGNATURES_MAX || signatures.some((one) => /[\s;]l\s*=/.test(one))) return false;
  const fromDomain = address.slice(address.lastIndexOf('@') + 1);
  if (proofOf(trail, { authservId: mailbox.authserv_id, fromDomain }) !== 'unknown') return false;
  const asked = { address, at: new Date(mail.arrived_at), resolveTxt };
  return isSignedFor(files.read(mail.file_id), asked).catch(() => false);
}

const FAULT = /^(ENOENT|ENOSPC|EIO|EMFILE|ENFILE|EACCES|EPERM|EROFS|EDQUOT|ECONNRESET|\d[0-9A-Z]{4})$/;

/** The disk is full, or a file is gone: no fault of the mail, so it is tried again. */
const isFault = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && FAULT.test(code);
};

const cut = (text: string): string =>
  text.length > BODY_MAX ? `${text.slice(0, BODY_MAX).replace(/\p{Surrogate}$/u, '')}…` : text;

function inlineFiles(html: string, cids: ReadonlyMap<string, string>): Record<string, string> {
  if (cids.size === 0) return {};
  const shown = cidsIn(html);
  return Object.fromEntries([...cids].filter(([cid]) => shown.has(cid)));
}

async function beginningOf(bytes: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (size < REPORT_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, REPORT_BYTES).toString('utf8');
}

/** How a stream begins, and the whole of it. */
async function peek(bytes: Readable): Promise<{ beginning: Buffer; bytes: Readable }> {
  const chunks = (bytes as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  let next = await chunks.next();
  while (!next.done && beginning.length < BEGINNING_BYTES) {
    beginning = Buffer.concat([beginning, next.value]);
    next = await chunks.next();
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield beginning;
    for (let one = next; !one.done; one = await chunks.next()) yield one.value;
  }
  return { beginning, bytes: Readable.from(whole(), { objectMode: false }) };
}
