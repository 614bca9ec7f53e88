import fs from 'node:fs/promises';

/** At most so much is lost when the machine stops, besides the part of a file that was being written. */
const GATHER_MS = 500;
const GATHER_BYTES = 64 * 1024;

/**
 * A stream into a new file. Small chunks (fifty a second from each voice) are collected: writing one of them costs as much as
 * writing half a second's worth.
 */
export function appendTo(file: string): WritableStream<Uint8Array> {
  let handle: fs.FileHandle | undefined;
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<unknown> = Promise.resolve();
  let hasFailed = false;

  function flush(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    const all = Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
    // Not `write`, which may write only a part without an error.
    written = written.then(() => handle?.appendFile(all));
    written.catch(() => (hasFailed = true));
    return written;
  }

  /** Closes the file when a step fails, since a stream that has failed is not closed otherwise, for example on a full disk. */
  async function orClose(step: Promise<unknown>): Promise<void> {
    try {
      await step;
    } catch (error) {
      await handle?.close();
      throw error;
    }
  }

  return new WritableStream<Uint8Array>({
    start: async () => {
      handle = await fs.open(file, 'wx', 0o600);
    },
    write: async (chunk) => {
      gathered.push(chunk);
      bytes += chunk.length;
      // An error in a write that nobody awaited is reported with the next chunk: `written` keeps it.
      if (hasFailed || bytes >= GATHER_BYTES) return orClose(flush());
      timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    close: async () => {
      await orClose(flush());
      await handle?.close();
    },
    abort: async () => {
      clearTimeout(timer);
      await handle?.close();
    },
  });
}
