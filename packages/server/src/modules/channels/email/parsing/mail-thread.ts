import fs from 'node:fs';
import type { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import { cleanHtml, hasRemoteImages } from './clean-html.ts';
import {
  parseMailHeaders,
  parseMailContent,
  searchableHtmlText,
  type ReadOptions,
  type MailHeaders,
  type MailFile,
  type MailContent,
} from './mail-content.ts';

/** The worker thread that parses mails; mail-parser.ts is the other side. Each message is answered by one of the other side. */

export type MailThreadRequest =
  | { kind: 'read' | 'head'; path: string; asked: ReadOptions }
  | { kind: 'page'; html: string; images: boolean; inline: Record<string, string> }
  | { kind: 'searched-html'; body: string; html: string }
  /** Requests the next piece of a file. */
  | { kind: 'more' }
  | { kind: 'next' }
  /** Null if there are none. */
  | { kind: 'records'; records: string[][] | null };
export type MailThreadResponse =
  | { kind: 'file'; file: Omit<MailFile, 'bytes'> }
  | { kind: 'piece'; bytes: Uint8Array }
  | { kind: 'end' }
  | { kind: 'look-up'; name: string }
  | { kind: 'words'; words: MailContent }
  | { kind: 'head'; head: MailHeaders }
  | { kind: 'page'; html: string; hasRemoteImages: boolean }
  | { kind: 'searched-html'; text: string | null }
  | { kind: 'failed'; message: string; code: string };

const PIECE_BYTES = 64 * 1024;

let heard: ((said: MailThreadRequest) => void) | undefined;

parentPort?.on('message', (said: MailThreadRequest) => {
  const hear = heard;
  heard = undefined;
  if (hear) hear(said);
  else void work(said);
});

function ask(message: MailThreadResponse): Promise<MailThreadRequest> {
  return new Promise((resolve) => {
    heard = resolve;
    parentPort?.postMessage(message, []);
  });
}

async function work(said: MailThreadRequest): Promise<void> {
  parentPort?.postMessage(await answerTo(said), []);
}

async function answerTo(said: MailThreadRequest): Promise<MailThreadResponse> {
  try {
    if (said.kind === 'page') return pageOf(said);
    if (said.kind === 'searched-html')
      return { kind: 'searched-html', text: searchableHtmlText(said.body, said.html) };
    if (said.kind !== 'read' && said.kind !== 'head') return { kind: 'end' };
    const open = () => fs.createReadStream(said.path);
    if (said.kind === 'head') return { kind: 'head', head: await parseMailHeaders(open, said.asked) };
    return { kind: 'words', words: await parseMailContent(open, said.asked, { onFile, resolveTxt }) };
  } catch (error) {
    const { message = '', code = '' } = error as { message?: string; code?: unknown };
    return { kind: 'failed', message, code: typeof code === 'string' ? code : '' };
  }
}

function pageOf({ html, images, inline }: Extract<MailThreadRequest, { kind: 'page' }>): MailThreadResponse {
  const clean = cleanHtml(html, {
    images,
    inline: (cid) => (Object.hasOwn(inline, cid) ? inline[cid] : undefined),
  });
  return { kind: 'page', html: clean, hasRemoteImages: hasRemoteImages(html) };
}

async function onFile({ bytes, ...file }: MailFile): Promise<void> {
  let said = await ask({ kind: 'file', file });
  for await (const piece of chunksOf(bytes)) {
    // The rest of a file that the other side does not want is read all the same.
    if (said.kind === 'more') said = await ask({ kind: 'piece', bytes: piece });
  }
  if (said.kind === 'more') await ask({ kind: 'end' });
}

async function* chunksOf(bytes: Readable): AsyncGenerator<Uint8Array> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(chunks);
    [chunks, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(chunks);
}

async function resolveTxt(name: string): Promise<string[][]> {
  const said = await ask({ kind: 'look-up', name });
  if (said.kind === 'records' && said.records) return said.records;
  throw Object.assign(new Error('no records'), { code: 'ENOTFOUND' });
}
