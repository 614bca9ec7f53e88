import { Readable } from 'node:stream';
import type { Clock } from '#platform/clock';
import type { ResolveTxt } from '#platform/config/mail-config';
import { createThreads as createOwnThreads, type WorkerThread } from '#platform/process/threads';
import type { FromThread, ToThread } from './mail-thread.ts';
import type { ReadOptions, MailHeaders, MailFile, MailContent } from './words.ts';

type MailThread = WorkerThread<ToThread, FromThread>;
type Mail = { path: string; asked: ReadOptions };
type PageAsked = Extract<ToThread, { kind: 'page' }>;
type OnFile = (file: MailFile) => Promise<void>;
type Options = {
  program?: URL | string;
  createThreads?: typeof createOwnThreads;
  clock: Clock;
  resolveTxt: ResolveTxt;
};

/** It is no mail that anybody could read: the reason goes to the ticket, with the original. */
export class UnreadableMail extends Error {}

/** A mail of 50 MB takes a second or two. */
const BUDGET_MS = 20_000;
const MEMORY_MB = 512;
/** What reads mails leaves a processor to everything else. */
const THREADS = 2;

/** Reads mails in threads of their own. Throws `UnreadableMail`, and `TooCostly` where it takes too long. */
export type ReadApart = {
  /** All of it; each file is handed over while it is read. */
  words(mail: Mail, onFile: OnFile): Promise<MailContent>;
  /** Who and what alone. */
  head(mail: Mail): Promise<MailHeaders>;
  /** The HTML of a mail as it may be shown; `inline`: addresses of its pictures, by the Content-ID that it calls them. */
  page(asked: Omit<PageAsked, 'kind'>): Promise<{ html: string; hasRemoteImages: boolean }>;
  /** What is searched of a mail's HTML beside its text; null where the text has all of it. */
  searchedHtml(body: string, html: string): Promise<string | null>;
  stop(): Promise<void>;
};

/** Reads mails in threads of their own, so that nothing that anybody writes holds up who else is served. */
export function createApart({
  program = new URL('./mail-thread.js', import.meta.url),
  createThreads = createOwnThreads,
  clock,
  resolveTxt,
}: Options): ReadApart {
  const options = { program, memoryMb: MEMORY_MB, clock };
  const threads = createThreads<ToThread, FromThread>({ ...options, most: THREADS });
  // Whoever looks at a mail waits for none that comes in.
  const pages = createThreads<ToThread, FromThread>({ ...options, most: 1 });

  /** Says what is asked for in between, until it has an end. */
  async function follow(thread: MailThread, first: ToThread, onFile: OnFile): Promise<FromThread> {
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
        follow(thread, { kind: 'read', path, asked }, onFile),
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

/** The disk is full, or a file is gone: no fault of the mail, so it is tried again. */
function errorOf(said: FromThread): Error {
  const { message, code } = said.kind === 'failed' ? said : { message: `unexpected ${said.kind}`, code: '' };
  return FAULT.test(code) ? Object.assign(new Error(message), { code }) : new UnreadableMail(message);
}
