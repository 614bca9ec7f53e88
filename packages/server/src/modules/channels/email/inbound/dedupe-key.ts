import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Headers that identify a mail; others describe its way here, and differ from copy to copy. */
const TELLING = /^(message-id|from|to|subject|date):/i;
const HEAD_MAX = 256 * 1024;

/** A deterministic UUID: the same input gives the same id. */
export function deterministicUuid(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Passes a mail through and computes its dedupe key: the hash of its identifying headers and of everything below the header.
 * Mails without a Message-ID are only the same if every byte is.
 */
export function dedupeKeyOf(): { stream: Transform; fingerprint: () => Buffer } {
  const whole = createHash('sha256');
  const body = createHash('sha256');
  let head: Buffer | null = Buffer.alloc(0);
  let telling = '';

  function addChunk(chunk: Buffer): void {
    whole.update(chunk);
    if (head === null) return void body.update(chunk);
    head = Buffer.concat([head, chunk]);
    const end = endOfHead(head);
    if (end < 0 && head.length < HEAD_MAX) return;
    const at = end < 0 ? head.length : end;
    telling = identifyingLines(head.subarray(0, at).toString('latin1'));
    body.update(head.subarray(at));
    head = null;
  }

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      addChunk(chunk);
      next(null, chunk);
    },
  });
  return {
    stream,
    fingerprint: () => {
      if (head !== null) telling = identifyingLines(head.toString('latin1'));
      if (!/^message-id:\s*\S/im.test(telling)) return whole.digest();
      return createHash('sha256').update(telling).update(body.digest()).digest();
    },
  };
}

function endOfHead(bytes: Buffer): number {
  const crlf = bytes.indexOf('\r\n\r\n');
  const lf = bytes.indexOf('\n\n');
  if (crlf < 0) return lf;
  return lf < 0 ? crlf : Math.min(crlf, lf);
}

function identifyingLines(head: string): string {
  const lines = head
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  return lines
    .filter((line) => TELLING.test(line))
    .sort()
    .join('\n');
}
