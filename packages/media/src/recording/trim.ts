import fs from 'node:fs/promises';

/** Matroska elements that contain others and may have an unknown size. */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const WINDOW = 1 << 20;

/**
 * Truncates a WebM file after its last complete element. A file that was being appended to in a crash may end anywhere, and
 * readers reject the whole file because of half a block.
 */
export async function trimToWhole(file: string): Promise<void> {
  const handle = await fs.open(file, 'r+');
  try {
    const { size } = await handle.stat();
    await handle.truncate(await endOfWhole(handle, size));
  } finally {
    await handle.close();
  }
}

async function endOfWhole(handle: fs.FileHandle, size: number): Promise<number> {
  const read = windowOver(handle, size);
  let at = 0;
  while (at < size) {
    const id = readNumber(await read(at, 4), true);
    const length = id && readNumber(await read(at + id.bytes, 8), false);
    if (!id || !length) return at;
    const body = at + id.bytes + length.bytes;
    if (id.value === SEGMENT || id.value === CLUSTER) {
      // A segment or cluster without content is dropped.
      if (body >= size) return at;
      at = body;
    } else if (body + length.value <= size) at = body + length.value;
    else return at;
  }
  return at;
}

/** Reads a megabyte at a time, since blocks are only a few hundred bytes long. */
function windowOver(handle: fs.FileHandle, size: number) {
  let start = 0;
  let held = Buffer.alloc(0);
  return async (at: number, length: number): Promise<Buffer> => {
    const end = Math.min(size, at + length);
    if (at < start || end > start + held.length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(WINDOW), 0, WINDOW, at);
      held = buffer.subarray(0, bytesRead);
      start = at;
    }
    return held.subarray(at - start, end - start);
  };
}

/** Reads an EBML number: the zeros before the first 1 tell its length in bytes. An id includes that 1, a size does not. */
function readNumber(bytes: Buffer, isId: boolean): { value: number; bytes: number } | undefined {
  const first = bytes[0];
  if (first === undefined || first === 0) return undefined;
  const count = Math.clz32(first) - 23;
  if (count > bytes.length) return undefined;
  let value = isId ? first : first & (0xff >> count);
  for (let index = 1; index < count; index++) value = value * 256 + (bytes[index] ?? 0);
  return { value, bytes: count };
}
