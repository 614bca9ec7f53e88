import fs from 'node:fs/promises';

/** What is lost at most when the machine stops, beside the piece of a file that was begun. */
const GATHER_MS = 500;
const GATHER_BYTES = 64 * 1024;

/**
 * A stream into a new file. What comes in small pieces, fifty a second from each voice, is gathered: writing one of them
 * costs as much as writing half a second's worth.
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
    // Not `write`, which may stop half-way and call it done.
    written = written.then(() => handle?.appendFile(all));
    written.catch(() => (hasFailed = true));
    return written;
  }

  /** A stream that has failed is never asked to close, as on a full disk. */
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
      // What failed while nobody waited for it is told of with the next piece: `written` keeps the fault.
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
