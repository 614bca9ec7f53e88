import { Readable } from 'node:stream';
import type { MailAddress } from '@trunkline/contract';
import { cleanText } from '#platform/foreign-text';
import type { ResolveTxt } from '#platform/config/mail-config';
import { senderProofOf, type ProofResult } from './authentication.ts';
import { cidsIn, hasRemoteImages } from './clean-html.ts';
import { SNIFFED_BYTES, detectContentType } from './content-type.ts';
import { readDeliveryStatus, returnedIds, type DeliveryReport } from './delivery-report.ts';
import { failureIn, type BounceReport } from './delivery-failure.ts';
import { isSignedFor } from './dkim.ts';
import { parseWithContainers, type OpenedMail } from './parse-with-containers.ts';
import { extraHtmlText } from './html-words.ts';
import { parseHeadersOnly, type ParsedMail, type MailPart } from './parse.ts';
import { plainText } from './plain-text.ts';
import { mailKindOf, wantsNoAutomaticAnswer, type MailKind } from './recognise.ts';
import { senderOf } from './sender.ts';

/** Options for parsing an e-mail. */
export type ReadOptions = {
  /** Our addresses, and the name under which our mail server writes authentication results. */
  own: readonly string[];
  authservId: string;
  arrivedAt: string;
  isPartial: boolean;
};

/** Who sent a mail, and what proves it. */
export type MailOrigin = Pick<ParsedMail, 'from' | 'replyTo' | 'originalFrom'> & {
  kind: MailKind;
  sender: MailAddress;
  proof: ProofResult;
};

/** The content of a mail without its files, as plain values that can be passed between threads. */
export type MailContent = MailOrigin &
  Omit<OpenedMail, 'headers' | 'trail'> & {
    /** It asks for no automatic response, whoever wrote it. */
    wantsNoAnswer: boolean;
    body: string;
    /** The text of its HTML, if it contains words that the body lacks. */
    htmlText: string | null;
    /** The whole text, if it is too long to be shown. */
    longText: string | null;
    hasRemoteImages: boolean;
    /** Content-IDs that the HTML refers to. */
    cids: ReadonlySet<string>;
    reports: DeliveryReport[];
    /** Message-IDs of the mails that a bounce returns. */
    returned: string[];
    /** The permanent failure that a bounce reports; null if none. */
    failure: BounceReport | null;
    /** Loop marks (`X-Loop`) of systems that forwarded the e-mail. */
    loops: string[];
    /** The envelope sender; null if the mail has no `Return-Path`. */
    returnPath: string | null;
    /** Some of its files were left out. */
    isCutShort: boolean;
  };
export type MailHeaders = MailOrigin & Pick<ParsedMail, 'subject' | 'messageId' | 'to'>;

/** A file of a mail while it is parsed: its bytes must be read to the end before the next file comes. */
export type MailFile = { index: number; name: string; mime: string; cid: string; bytes: Readable };

type ReadHelpers = { onFile: (file: MailFile) => Promise<void>; resolveTxt: ResolveTxt };

/** Max. length of the text that is shown and searched; the whole is in the HTML, or in a file. */
const BODY_MAX = 50_000;
/** Max. number of files that are extracted from a mail; the original contains all of them. */
const FILES_MAX = 200;
const REPORT_BYTES = 64 * 1024;
/** More DKIM signatures than any servers add to one mail. */
const SIGNATURES_MAX = 20;
const ON_REPORTS = /^(message\/(rfc822|delivery-status|global|global-delivery-status)|text\/rfc822-headers)$/;

/** Headers of which every real mail has at least one. */
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

/** Parses a whole mail. Each call of `open` returns its bytes from the beginning. */
export async function parseMailContent(
  open: () => Readable,
  asked: ReadOptions,
  { onFile, resolveTxt }: ReadHelpers,
): Promise<MailContent> {
  const told: string[] = [];
  const taken = { files: 0, left: 0 };

  async function addPart(part: MailPart): Promise<void> {
    // A bounce returns our own mail: only what the report says about it is kept.
    if (ON_REPORTS.test(part.declaredType) && mailKindOf(part.headers, '') === 'bounce')
      return void told.push(await readStart(part.bytes));
    if (asked.isPartial || taken.files >= FILES_MAX) return void (taken.left += 1);
    taken.files += 1;
    const { beginning, bytes } = await peek(part.bytes);
    const mime = detectContentType(beginning, part.declaredType);
    const name = part.name || (ENDINGS[mime] ?? `file-${part.index}`);
    await onFile({ index: part.index, name, mime, cid: part.cid, bytes });
  }

  const { headers, trail, ...parsed } = await parseWithContainers(open(), addPart);
  const sender = senderOf(parsed, asked.own);
  const kind = mailKindOf(headers, sender.address, asked.own);
  const text = parsed.text.trim() ? parsed.text : plainText(parsed.html) || (await rawText(open, headers));
  const body = cut(text.trim());
  const reports = told.flatMap(readDeliveryStatus);
  return {
    ...parsed,
    sender,
    kind,
    body,
    htmlText: parsed.html ? searchableHtmlText(body, parsed.html) : null,
    reports,
    proof: await proofFor(open, { headers, trail, ...parsed }, { ...asked, resolveTxt }),
    longText: !parsed.html && text.length > BODY_MAX ? text : null,
    hasRemoteImages: hasRemoteImages(parsed.html),
    cids: cidsIn(parsed.html),
    failure: failureIn({ kind, reports, headers, body }),
    wantsNoAnswer: wantsNoAutomaticAnswer(headers),
    returned: told.flatMap(returnedIds),
    loops: headers('x-loop').map((value) => value.toLowerCase()),
    returnPath: headers('return-path')[0]?.trim() ?? null,
    isCutShort: taken.left > 0 && !asked.isPartial,
  };
}

/** Parses the headers of a mail whose body cannot be parsed. Only authentication results of the mail server count as proof. */
export async function parseMailHeaders(
  open: () => Readable,
  { own, authservId }: ReadOptions,
): Promise<MailHeaders> {
  const { trail, subject, messageId, to, from, replyTo, originalFrom } = await parseHeadersOnly(open());
  const people = { from, replyTo, originalFrom };
  const proof = senderProofOf(trail, { authservId, fromDomain: domainOf(writerOf({ from })) });
  return { subject, messageId, to, ...people, kind: 'person', sender: senderOf(people, own), proof };
}

const writerOf = ({ from }: Pick<ParsedMail, 'from'>): string =>
  from.find(({ address }) => address !== '')?.address ?? '';
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

type AuthenticationOptions = Pick<ReadOptions, 'authservId' | 'arrivedAt' | 'isPartial'> & {
  resolveTxt: ResolveTxt;
};

/** The result of the mail server's authentication; without one, of the mail's own signatures. A failed look-up proves nothing. */
async function proofFor(
  open: () => Readable,
  { headers, from, trail }: Pick<ParsedMail, 'headers' | 'from' | 'trail'>,
  { authservId, arrivedAt, isPartial, resolveTxt }: AuthenticationOptions,
): Promise<ProofResult> {
  const address = writerOf({ from });
  const judged = senderProofOf(trail, { authservId, fromDomain: domainOf(address) });
  const signatures = headers('dkim-signature');
  if (judged !== 'unknown' || address === '' || isPartial || signatures.length === 0) return judged;
  // A signature of only a part of the body (`l=`) would let anybody append text, and costs an extra pass to check.
  if (signatures.length > SIGNATURES_MAX || signatures.some((one) => /[\s;]l\s*=/.test(one))) return judged;
  const asked = { address, at: new Date(arrivedAt), resolveTxt };
  return (await isSignedFor(open(), asked).catch(() => false)) ? 'proven' : judged;
}

/** A text without any known header was taken for headers by the parser: it is the body. */
async function rawText(open: () => Readable, headers: ParsedMail['headers']): Promise<string> {
  if (TELLING.some((name) => headers(name).length > 0)) return '';
  return cleanText(await readStart(open()));
}

const cut = (text: string): string =>
  text.length > BODY_MAX ? `${text.slice(0, BODY_MAX).replace(/\p{Surrogate}$/u, '')}…` : text;

/** The text of a mail's HTML for searching; null if the plain text contains all of it. */
export function searchableHtmlText(body: string, html: string): string | null {
  const text = extraHtmlText(body, html);
  return text && cut(text);
}

async function readStart(bytes: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (size < REPORT_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, REPORT_BYTES).toString('utf8');
}

/** Reads the beginning of a stream; returns it, and a stream with the whole content. */
async function peek(bytes: Readable): Promise<{ beginning: Buffer; bytes: Readable }> {
  const chunks = (bytes as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  let next = await chunks.next();
  while (!next.done && beginning.length < SNIFFED_BYTES) {
    beginning = Buffer.concat([beginning, next.value]);
    next = await chunks.next();
  }
  async function* allBytes(): AsyncGenerator<Buffer> {
    yield beginning;
    for (let one = next; !one.done; one = await chunks.next()) yield one.value;
  }
  return { beginning, bytes: Readable.from(allBytes(), { objectMode: false }) };
}
