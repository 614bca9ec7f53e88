/**
 * A message of Asterisk's Manager Interface: lines of `Key: value`, ended by an empty one. Keys may repeat
 * (docs.asterisk.org, "AMI"; what a real gateway sends is in fixtures/ami).
 */
export type AmiMessage = {
  /** The first value under that key, in the spelling that Asterisk uses; undefined where it is not there. */
  get(key: string): string | undefined;
  /** All values under it, in their order. */
  all(key: string): readonly string[];
};
/** What is asked of the gateway; a list repeats its key. */
export type AmiAction = { Action: string } & Record<string, string | readonly string[] | undefined>;

const END = '\r\n\r\n';
/** No gateway says so much at once; whoever does is none. */
const LONGEST = 1024 * 1024;

/** Reads one message. What is no line of `Key: value`, as when a byte got lost, is left out. */
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
 * Puts messages together out of what comes over the line, in whatever pieces. The first line is the gateway's greeting.
 * @throws RangeError where more comes than any message is long
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
      // One kind of event ends in one empty line too many.
      const block = rest.slice(begin, end).replace(/^(\r\n)+/, '');
      begin = end + END.length;
      if (block !== '') onMessage(readMessage(block));
    }
    rest = rest.slice(begin);
  }

  return (piece) => {
    // The end of a message may lie across two pieces.
    const from = Math.max(0, rest.length - END.length);
    rest += piece;
    if (isGreeted) readAll(from);
    else if (greet()) readAll(0);
    if (rest.length > LONGEST) throw new RangeError('a message without an end');
  };
}

/** An action as it goes over the line. No value can begin a line of its own, and with it another action. */
export function writeAction(action: AmiAction, id: string): string {
  const lines = Object.entries({ ...action, ActionID: id }).flatMap(([key, value]) =>
    (typeof value === 'string' ? [value] : (value ?? [])).map((each) => `${key}: ${plain(each)}`),
  );
  return `${lines.join('\r\n')}${END}`;
}

/** What separates lines, and whatever else no terminal prints. */
const plain = (value: string): string => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
