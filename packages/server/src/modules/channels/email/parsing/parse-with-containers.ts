import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parseMail, type ParsedMail, type MailPart } from './parse.ts';
import { plainTextToHtml } from './plain-text.ts';
import { CONTAINER_MAX, CONTAINERS_MAX, SMIME_CONTAINER_TYPE, openContainer } from './smime.ts';

/** `isEncrypted`: its content, or a part of it, is encrypted. */
export type OpenedMail = ParsedMail & { isEncrypted: boolean };
type OnPart = (part: MailPart) => Promise<void>;
type ParsedContainers = { inner: ParsedMail[]; isEncrypted: boolean; index: number };

/** Parses a mail, with the content of signed containers as if it were the mail's own. */
export async function parseWithContainers(bytes: Readable, onPart: OnPart): Promise<OpenedMail> {
  const found: ParsedContainers = { inner: [], isEncrypted: false, index: 0 };
  const outer = await parseMail(bytes, (part) => addPart(part, { found, onPart, depth: CONTAINERS_MAX }));
  const [type = ''] = outer.headers('content-type');
  // PGP, and encrypted mails whose containers could not be opened.
  const isSaid = /^multipart\/encrypted\b|smime-type="?(auth-?)?enveloped/i.test(type.slice(0, 500));
  return { ...joinParts([outer, ...found.inner]), isEncrypted: found.isEncrypted || isSaid };
}

type WalkState = { found: ParsedContainers; onPart: OnPart; depth: number };

async function addPart(part: MailPart, way: WalkState): Promise<void> {
  const { found, onPart, depth } = way;
  const numbered = (bytes: Readable): MailPart => ({ ...part, bytes, index: (found.index += 1) });
  if (!SMIME_CONTAINER_TYPE.test(part.declaredType) || depth === 0) return onPart(numbered(part.bytes));
  const container = await buffer(part.bytes);
  const opened = container.length > CONTAINER_MAX ? null : openContainer(container);
  found.isEncrypted ||= opened?.kind === 'encrypted';
  if (opened?.kind !== 'signed') return onPart(numbered(Readable.from([container])));
  const { headers } = part;
  const inner = await parseMail(Readable.from([opened.content]), (one) =>
    addPart({ ...one, headers }, { ...way, depth: depth - 1 }),
  );
  found.inner.push(inner);
}

/** Joins the texts in order; sender, subject and so on are those of the outer mail. */
function joinParts(mails: [ParsedMail, ...ParsedMail[]]): ParsedMail {
  const [outer, ...inner] = mails;
  if (inner.length === 0) return outer;
  const hasHtml = mails.some(({ html }) => html !== '');
  const text = mails.map((one) => one.text.trim()).filter(Boolean);
  const html = mails.map((one) => one.html || plainTextToHtml(one.text.trim())).filter(Boolean);
  return { ...outer, text: text.join('\n\n'), html: hasHtml ? html.join('\n') : '' };
}
