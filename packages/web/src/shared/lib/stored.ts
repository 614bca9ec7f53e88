const PREFIX = 'trunkline.';

/** Reads a value from this device's storage; undefined when there is none or storage is not available. */
export function readStored(key: string): unknown {
  try {
    const text = globalThis.localStorage?.getItem(PREFIX + key);
    return text === null || text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value on this device; private windows may refuse, and then it is not remembered. */
export function writeStored(key: string, value: unknown): void {
  try {
    globalThis.localStorage?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Ignored, because nothing depends on the value being stored.
  }
}
