import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { LIMITS, type MailAddress } from '@trunkline/contract';
import {
  MailParser,
  type AddressObject,
  type AttachmentStream,
  type EmailAddress,
  type HeaderLines,
  type MessageText,
} from 'mailparser';
import { cleanText, onOneLine } from '#platform/foreign-text';
import { boundHeaders } from './bounded-headers.ts';
import { cleanMailAddress, idsIn } from './header-text.ts';
import { plainTextToHtml } from './plain-text.ts';
import type { TrailHeader } from './authentication.ts';
import type { Headers } from './recognise.ts';

/** A file of a mail while it is parsed: its bytes must be read to the end before the next file comes. */
export type MailPart = {
  index: number;
  name: string;
  declaredType: string;
  /** The headers of the whole mail. */
  headers: Headers;
  cid: string;
  bytes: Readable;
};

export type ParsedMail = {
  headers: Headers;
  /** Headers that were added on its way here, latest first. */
  trail: TrailHeader[];
  subject: string;
  date: Date | null;
  messageId: string;
  /** The Message-IDs of the mails that it answers, nearest first. */
  referenceIds: string[];
  from: MailAddress[];
  replyTo: MailAddress[];
  /** The original author, as stated by a group that has replaced From. */
  originalFrom: MailAddress[];
  to: MailAddress[];
  cc: MailAddress[];
  recipients: number;
  text: string;
  html: string;
};

/** Parses a mail. Every file is passed to `onPart` as it comes; only text is held in memory. */
export async function parseMail(
  bytes: Readable,
  onPart: (part: MailPart) => Promise<void>,
): Promise<ParsedMail> {
  // A variable, because the library's types lack two of these options.
  const options = {
    // Attached mails stay files: what is inside them is not this mail's text.
    ignoreEmbedded: true,
    maxHeadSize: HEAD_MAX,
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipImageLinks: true,
    maxHtmlLengthToParse: LIMITS.mailBytes,
  };
  const parser = new MailParser(options);
  const between = `<!--${randomUUID()}-->`;
  // The parser calls it for text parts; in a mail with HTML they become part of it, otherwise the text is used alone.
  Object.assign(parser, {
    textToHtml(this: { hasHtml?: boolean }, text: string) {
      return this.hasHtml === true ? between + plainTextToHtml(text.trim()) : '';
    },
  });
  boundHeaders(parser);
  const read: Read = { lines: [], values: new Map(), body: { type: 'text' } };
  parser.on('headerLines', (lines) => void (read.lines = lines));
  parser.on('headers', (values) => void (read.values = values));
  // Errors are thrown where the parts are read.
  pipeline(bytes, parser, () => undefined);
  let index = 0;
  // The headers are complete before the first part comes.
  let headers: Headers | undefined;
  for await (const one of parser as AsyncIterable<AttachmentStream | MessageText>) {
    if (one.type === 'text') read.body = inSequence(one, between);
    else await addPart(one, { index: (index += 1), headers: (headers ??= headersOf(read)) }, onPart);
  }
  return toMail(read, headers ?? headersOf(read));
}

/**
 * RFC 2046, 5.1.3: text parts between HTML parts are shown in sequence, so the HTML contains all of them, and the plain text is
 * derived from it.
 */
function inSequence(body: MessageText, between: string): MessageText {
  if (typeof body.html !== 'string' || !body.html.includes(between)) return body;
  return { ...body, text: '', html: body.html.replaceAll(between, '') };
}

type Read = { lines: HeaderLines; values: Map<string, unknown>; body: MessageText };
/** E-mails with larger headers are not parsed, but put on a ticket as an attachment. */
const HEAD_MAX = 256 * 1024;

async function addPart(
  part: AttachmentStream,
  { index, headers }: { index: number; headers: Headers },
  onPart: (part: MailPart) => Promise<void>,
): Promise<void> {
  // The parser's stream is of an old kind; this one can be read by `for await`.
  const bytes = pipeline(part.content as Readable, new PassThrough(), () => undefined);
  await onPart({
    index,
    headers,
    name: onOneLine(part.filename ?? '', 200),
    declaredType: (part.contentType || 'application/octet-stream').toLowerCase(),
    cid: onOneLine(part.cid ?? '', 500),
    bytes,
  });
  if (!bytes.readableEnded) await finished(bytes.resume());
  part.release();
}

function toMail({ lines, values, body }: Read, headers: Headers): ParsedMail {
  const people = (name: string) => peopleIn(values.get(name));
  const to = people('to');
  const cc = people('cc');
  const [messageId = ''] = headers('message-id').flatMap(idsIn);
  return {
    headers,
    trail: lines.flatMap(({ key, line }) =>
      OF_THE_WAY.has(key) ? [{ name: key, value: unfolded(line) }] : [],
    ),
    subject: onOneLine(headers('subject')[0] ?? '', LIMITS.subject),
    date: dateIn(headers('date')[0]),
    messageId,
    referenceIds: [
      ...new Set([
        ...headers('in-reply-to').flatMap(idsIn),
        ...headers('references').flatMap(idsIn).reverse(),
      ]),
    ],
    from: people('from'),
    originalFrom: ['x-original-from', 'x-original-sender'].flatMap((name) => personIn(values.get(name))),
    replyTo: people('reply-to').filter(({ address }) => address !== ''),
    to: to.slice(0, LIMITS.mailRecipientsShown),
    cc: cc.slice(0, LIMITS.mailRecipientsShown),
    recipients: to.length + cc.length,
    text: cleanText(body.text ?? ''),
    html: cleanText(typeof body.html === 'string' ? body.html : ''),
  };
}

/** The unfolded headers by name. Only the subject needs decoding: the others that we read are ASCII. */
function headersOf({ lines, values: decoded }: Pick<Read, 'lines' | 'values'>): Headers {
  const values = new Map<string, string[]>();
  // A mail may repeat a header a hundred thousand times, so the list is extended in place.
  for (const { key, line } of lines) {
    const all = values.get(key);
    if (all) all.push(unfolded(line));
    else values.set(key, [unfolded(line)]);
  }
  const subject = decoded.get('subject');
  if (typeof subject === 'string') values.set('subject', [subject]);
  return (name) => values.get(name) ?? [];
}

const OF_THE_WAY = new Set(['received', 'authentication-results']);

const unfolded = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .replace(/\r?\n[ \t]*/g, ' ')
    .trim();

function peopleIn(value: unknown): MailAddress[] {
  const lists = (Array.isArray(value) ? value : [value]) as (AddressObject | undefined)[];
  return lists.flatMap((list) => flatten(list?.value ?? []));
}

function flatten(people: readonly EmailAddress[]): MailAddress[] {
  return people.flatMap(({ name, address, group }) =>
    group ? flatten(group) : [cleanMailAddress(name, address)],
  );
}

/** The person in `"Name" <address>` or a plain address, in a header that the parser does not read as addresses. */
function personIn(value: unknown): MailAddress[] {
  const [text = ''] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof text !== 'string' || text.length > PERSON_MAX) return [];
  const open = text.lastIndexOf('<');
  const address = (open < 0 ? text : text.slice(open + 1)).replace('>', '').trim().toLowerCase();
  const name = open < 0 ? '' : text.slice(0, open).replaceAll('"', '').trim();
  return /^[^\s@]+@[^\s@]+$/.test(address) ? [cleanMailAddress(name, address)] : [];
}

const PERSON_MAX = 1000;

/** The date, if it can be stored: clocks of senders may be wrong by any amount. */
function dateIn(text: string | undefined): Date | null {
  const date = new Date((text ?? '').slice(0, 100).replace(/\s*\([^)]*\)\s*$/, ''));
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 2200 ? date : null;
}

/** The headers of a mail whose body cannot be parsed. */
export async function parseHeadersOnly(bytes: Readable): Promise<ParsedMail> {
  let head = Buffer.alloc(0);
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk]);
    if (head.length > REST_MAX) break;
  }
  const text = head.subarray(0, REST_MAX).toString('latin1');
  const [, lines = ''] = /^([\s\S]*?)(\r?\n\r?\n|$)/.exec(text) ?? [];
  const alone = lines.replace(/^(content-[\w-]+|mime-version):.*(\r?\n[ \t].*)*\r?\n?/gim, '');
  return parseMail(Readable.from([Buffer.from(`${alone.trimEnd()}\r\n\r\n`, 'latin1')]), () =>
    Promise.resolve(),
  );
}

const REST_MAX = 64 * 1024;
