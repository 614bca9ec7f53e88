import { Readable } from 'node:stream';
import type { Clock } from '#platform/clock';
import type { ResolveTxt } from '#platform/config/mail-config';
import { createWorkerThreads as createOwnThreads, type WorkerThread } from '#platform/process/threads';
import type { MailThreadResponse, MailThreadRequest } from './mail-thread.ts';
import type { ReadOptions, MailHeaders, MailFile, MailContent } from './mail-content.ts';

type MailThread = WorkerThread<MailThreadRequest, MailThreadResponse>;
type Mail = { path: string; asked: ReadOptions };
type PageAsked = Extract<MailThreadRequest, { kind: 'page' }>;
type StoreFile = (file: MailFile) => Promise<void>;
type Options = {
  program?: URL | string;
  createThreads?: typeof createOwnThreads;
  clock: Clock;
  resolveTxt: ResolveTxt;
};

/** The mail cannot be parsed: it is put on a ticket with the reason and the original. */
export class UnreadableMail extends Error {}

/** Max. time for a mail; one of 50 MB takes a second or two. */
const BUDGET_MS = 20_000;
const MEMORY_MB = 512;
/** Few threads, so that a processor is left for everything else. */
const THREADS = 2;

/** Parses mails in worker threads. Throws `UnreadableMail`, and `ResourceLimitError` if it takes too long. */
export type MailParser = {
  /** Parses the whole mail; each file is passed on while it is read. */
  words(mail: Mail, onFile: StoreFile): Promise<MailContent>;
  /** Parses only the headers. */
  head(mail: Mail): Promise<MailHeaders>;
  /** The sanitised HTML of a mail; `inline`: URLs of its pictures by Content-ID. */
  page(asked: Omit<PageAsked, 'kind'>): Promise<{ html: string; hasRemoteImages: boolean }>;
  /** The text of a mail's HTML for searching; null if the plain text contains all of it. */
  searchedHtml(body: string, html: string): Promise<string | null>;
  stop(): Promise<void>;
};

/** Parses mails in worker threads, so that no mail delays other requests. */
export function createMailParser({
  program = new URL('./mail-thread.js', import.meta.url),
  createThreads = createOwnThreads,
  clock,
  resolveTxt,
}: Options): MailParser {
  const options = { program, memoryMb: MEMORY_MB, clock };
  const threads = createThreads<MailThreadRequest, MailThreadResponse>({ ...options, most: THREADS });
  // Pages have a thread of their own, so that showing a mail never waits for incoming ones.
  const pages = createThreads<MailThreadRequest, MailThreadResponse>({ ...options, most: 1 });

  /** Answers the thread's requests until it has a result. */
  async function answerRequests(
    thread: MailThread,
    first: MailThreadRequest,
    onFile: StoreFile,
  ): Promise<MailThreadResponse> {
    let said = await thread.ask(first);
    for (;;) {
      if (said.kind === 'look-up') {
        const records = await resolveTxt(said.name).catch(() => null);
        said = await thread.ask({ kind: 'records', records });
      } else if (said.kind === 'file') {
        await onFile({ ...said.file, bytes: Readable.from(bytesOf(thread), { objectMode: false }) });
        said = await thread.ask({ kind: 'next' });
      } else return said;
    }
  }

  return {
    async words({ path, asked }, onFile) {
      const said = await threads.run(BUDGET_MS, (thread) =>
        answerRequests(thread, { kind: 'read', path, asked }, onFile),
      );
      if (said.kind === 'words') return said.words;
      throw errorOf(said);
    },
    async head({ path, asked }) {
      const said = await threads.run(BUDGET_MS, (thread) => thread.ask({ kind: 'head', path, asked }));
      if (said.kind === 'head') return said.head;
      throw errorOf(said);
    },
    async page(asked) {
      const said = await pages.run(BUDGET_MS, (thread) => thread.ask({ kind: 'page', ...asked }));
      if (said.kind === 'page') return said;
      throw errorOf(said);
    },
    async searchedHtml(body, html) {
      const asked = { kind: 'searched-html', body, html } as const;
      const said = await threads.run(BUDGET_MS, (thread) => thread.ask(asked));
      if (said.kind === 'searched-html') return said.text;
      throw errorOf(said);
    },
    stop: async () => {
      await Promise.all([threads.stop(), pages.stop()]);
    },
  };
}

async function* bytesOf(thread: MailThread): AsyncGenerator<Buffer> {
  for (;;) {
    const said = await thread.ask({ kind: 'more' });
    if (said.kind !== 'piece') return;
    yield Buffer.from(said.bytes);
  }
}

const FAULT = /^(ENOENT|ENOSPC|EIO|EMFILE|ENFILE|EACCES|EPERM|EROFS|EDQUOT|ECONNRESET|\d[0-9A-Z]{4})$/;

/** The disk is full, or a file is gone: not the mail's fault, so it is tried again. */
function errorOf(said: MailThreadResponse): Error {
  const { message, code } = said.kind === 'failed' ? said : { message: `unexpected ${said.kind}`, code: '' };
  return FAULT.test(code) ? Object.assign(new Error(message), { code }) : new UnreadableMail(message);
}
