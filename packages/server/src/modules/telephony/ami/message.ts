/**
 * A message of Asterisk's Manager Interface: lines of `Key: value`, ended by an empty one. Keys may repeat
 * (docs.asterisk.org, "AMI"; what a real gateway sends is in fixtures/ami).
 */
export type AmiMessage = {
  /** The first value of that key, in Asterisk's spelling; undefined where there is none. */
  get(key: string): string | undefined;
  /** All values of that key, in their order. */
  all(key: string): readonly string[];
};
/** An action; a key with a list is repeated. */
export type AmiAction = { Action: string } & Record<string, string | readonly string[] | undefined>;

const END = '\r\n\r\n';
/** No gateway sends a longer message; whoever does is not one. */
const LONGEST = 1024 * 1024;

/** Parses one message. Lines that are not `Key: value`, as after a lost byte, are skipped. */
export function readMessage(block: string): AmiMessage {
  const fields = new Map<string, string[]>();
  for (const line of block.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    const key = line.slice(0, colon);
    const known = fields.get(key);
    if (known) known.push(value);
    else fields.set(key, [value]);
  }
  return { get: (key) => fields.get(key)?.[0], all: (key) => fields.get(key) ?? [] };
}

/**
 * Assembles messages from the chunks of a connection. The first line is the gateway's greeting. @throws RangeError if a message
 * is too long
 */
export function createReader(
  onMessage: (message: AmiMessage) => void,
  onGreeting: (line: string) => void,
): (piece: string) => void {
  let rest = '';
  let isGreeted = false;

  function greet(): boolean {
    const end = rest.indexOf('\r\n');
    if (end < 0) return false;
    isGreeted = true;
    const line = rest.slice(0, end);
    rest = rest.slice(end + 2);
    onGreeting(line);
    return true;
  }

  function readAll(from: number): void {
    let begin = 0;
    for (let end = rest.indexOf(END, from); end >= 0; end = rest.indexOf(END, begin)) {
      // One kind of event ends with one empty line too many.
      const block = rest.slice(begin, end).replace(/^(\r\n)+/, '');
      begin = end + END.length;
      if (block !== '') onMessage(readMessage(block));
    }
    rest = rest.slice(begin);
  }

  return (piece) => {
    // The end of a message may be split across two chunks.
    const from = Math.max(0, rest.length - END.length);
    rest += piece;
    if (isGreeted) readAll(from);
    else if (greet()) readAll(0);
    if (rest.length > LONGEST) throw new RangeError('a message without an end');
  };
}

/** An action as text. No value can start a new line, and with it another action. */
export function writeAction(action: AmiAction, id: string): string {
  const lines = Object.entries({ ...action, ActionID: id }).flatMap(([key, value]) =>
    (typeof value === 'string' ? [value] : (value ?? [])).map((each) => `${key}: ${plain(each)}`),
  );
  return `${lines.join('\r\n')}${END}`;
}

/** Without line separators and other control characters. */
const plain = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
