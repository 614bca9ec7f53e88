import { Readable } from 'node:stream';
import type { MailAddress } from '@trunkline/contract';
import { cleanText } from '#platform/foreign-text';
import type { ResolveTxt } from '#platform/config/mail-config';
import { proofOf, type Proof } from './authentication.ts';
import { cidsIn, hasRemoteImages } from './clean-html.ts';
import { BEGINNING_BYTES, typeOf } from './content-type.ts';
import { readDeliveryStatus, returnedIds, type DeliveryReport } from './delivery-report.ts';
import { failureIn, type BounceReport } from './delivery-failure.ts';
import { isSignedFor } from './dkim.ts';
import { parseOpened, type OpenedMail } from './opened.ts';
import { htmlTextBeside } from './html-words.ts';
import { headOf, type ParsedMail, type MailPart } from './parse.ts';
import { plainText } from './plain-text.ts';
import { kindOf, wantsNoAutomaticAnswer, type MailKind } from './recognise.ts';
import { senderOf } from './sender.ts';

/** Options for parsing an e-mail. */
export type ReadOptions = {
  /** Addresses of ours, and the name under which our mail server judges. */
  own: readonly string[];
  authservId: string;
  arrivedAt: string;
  isPartial: boolean;
};

/** Who wrote a mail, and what proves it. */
export type MailOrigin = Pick<ParsedMail, 'from' | 'replyTo' | 'originalFrom'> & {
  kind: MailKind;
  sender: MailAddress;
  proof: Proof;
};

/** Everything that a mail says, without its files: plain values, which go from thread to thread. */
export type MailContent = MailOrigin &
  Omit<OpenedMail, 'headers' | 'trail'> & {
    /** No machine may answer it, whoever wrote it. */
    wantsNoAnswer: boolean;
    body: string;
    /** The text of its HTML, where that has words that the body lacks. */
    htmlText: string | null;
    /** The whole of a text that is too long to be shown. */
    longText: string | null;
    hasRemoteImages: boolean;
    /** Content-IDs that the HTML calls. */
    cids: ReadonlySet<string>;
    reports: DeliveryReport[];
    /** Message-IDs of mails that a report gives back. */
    returned: string[];
    /** What came back and of whom; null where it is no failure for good. */
    failure: BounceReport | null;
    /** Loop marks (`X-Loop`) of systems that forwarded the e-mail. */
    loops: string[];
    /** Whom the envelope names as its sender; null where nobody tells. */
    returnPath: string | null;
    /** Some of its files were left out. */
    isCutShort: boolean;
  };
export type MailHeaders = MailOrigin & Pick<ParsedMail, 'subject' | 'messageId' | 'to'>;

/** A file of a mail on its way: its bytes have to be read to their end before the next one comes. */
export type MailFile = { index: number; name: string; mime: string; cid: string; bytes: Readable };

type Ways = { onFile: (file: MailFile) => Promise<void>; resolveTxt: ResolveTxt };

/** So much text is shown and searched; all of it stands in the HTML, or in a file. */
const BODY_MAX = 50_000;
/** So many files of one mail are taken out of it; all of them are in the original. */
const FILES_MAX = 200;
const REPORT_BYTES = 64 * 1024;
/** More than anybody's servers put on one mail. */
const SIGNATURES_MAX = 20;
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

/** Reads a mail whole. `open` gives its bytes from their beginning, each time anew. */
export async function readWords(
  open: () => Readable,
  asked: ReadOptions,
  { onFile, resolveTxt }: Ways,
): Promise<MailContent> {
  const told: string[] = [];
  const taken = { files: 0, left: 0 };

  async function takePart(part: MailPart): Promise<void> {
    // What a report gives back is our own mail: only what it says about it counts.
    if (ON_REPORTS.test(part.declaredType) && kindOf(part.headers, '') === 'bounce')
      return void told.push(await beginningOf(part.bytes));
    if (asked.isPartial || taken.files >= FILES_MAX) return void (taken.left += 1);
    taken.files += 1;
    const { beginning, bytes } = await peek(part.bytes);
    const mime = typeOf(beginning, part.declaredType);
    const name = part.name || (ENDINGS[mime] ?? `file-${part.index}`);
    await onFile({ index: part.index, name, mime, cid: part.cid, bytes });
  }

  const { headers, trail, ...parsed } = await parseOpened(open(), takePart);
  const sender = senderOf(parsed, asked.own);
  const kind = kindOf(headers, sender.address, asked.own);
  const text = parsed.text.trim() ? parsed.text : plainText(parsed.html) || (await rawText(open, headers));
  const body = cut(text.trim());
  const reports = told.flatMap(readDeliveryStatus);
  return {
    ...parsed,
    sender,
    kind,
    body,
    htmlText: parsed.html ? searchedHtml(body, parsed.html) : null,
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

/** Who and what, of a mail whose rest cannot be read. Nothing proves it but the mail server's word. */
export async function readHead(open: () => Readable, { own, authservId }: ReadOptions): Promise<MailHeaders> {
  const { trail, subject, messageId, to, from, replyTo, originalFrom } = await headOf(open());
  const people = { from, replyTo, originalFrom };
  const proof = proofOf(trail, { authservId, fromDomain: domainOf(writerOf({ from })) });
  return { subject, messageId, to, ...people, kind: 'person', sender: senderOf(people, own), proof };
}

const writerOf = ({ from }: Pick<ParsedMail, 'from'>): string =>
  from.find(({ address }) => address !== '')?.address ?? '';
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

type Judging = Pick<ReadOptions, 'authservId' | 'arrivedAt' | 'isPartial'> & { resolveTxt: ResolveTxt };

/** What the mail server found; where nobody has judged, what its own signature proves. What cannot be looked up proves nothing. */
async function proofFor(
  open: () => Readable,
  { headers, from, trail }: Pick<ParsedMail, 'headers' | 'from' | 'trail'>,
  { authservId, arrivedAt, isPartial, resolveTxt }: Judging,
): Promise<Proof> {
  const address = writerOf({ from });
  const judged = proofOf(trail, { authservId, fromDomain: domainOf(address) });
  const signatures = headers('dkim-signature');
  if (judged !== 'unknown' || address === '' || isPartial || signatures.length === 0) return judged;
  // One over a part of the body leaves room for anybody's words, and costs a pass of its own.
  if (signatures.length > SIGNATURES_MAX || signatures.some((one) => /[\s;]l\s*=/.test(one))) return judged;
  const asked = { address, at: new Date(arrivedAt), resolveTxt };
  return (await isSignedFor(open(), asked).catch(() => false)) ? 'proven' : judged;
}

/** Somebody's words without any header are taken for one: then they are the text. */
async function rawText(open: () => Readable, headers: ParsedMail['headers']): Promise<string> {
  if (TELLING.some((name) => headers(name).length > 0)) return '';
  return cleanText(await beginningOf(open()));
}

const cut = (text: string): string =>
  text.length > BODY_MAX ? `${text.slice(0, BODY_MAX).replace(/\p{Surrogate}$/u, '')}…` : text;

/** What is searched of a mail's HTML beside its text; null where the text has all of it. */
export function searchedHtml(body: string, html: string): string | null {
  const text = htmlTextBeside(body, html);
  return text && cut(text);
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
