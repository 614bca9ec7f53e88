const PREFIX = 'trunkline.';

/** Reads a value kept on this device; undefined when there is none or storage is closed to us. */
export function readStored(key: string): unknown {
  try {
    const text = globalThis.localStorage?.getItem(PREFIX + key);
    return text === null || text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value on this device; private windows may refuse, which costs nothing but the memory. */
export function writeStored(key: string, value: unknown): void {
  try {
    globalThis.localStorage?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Nothing depends on it being kept.
  }
}
