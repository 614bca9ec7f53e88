/** Distance from `a` to `b` on the 16-bit circle of RTP sequence numbers, -32768 … 32767. */
export function sequenceDistance(a: number, b: number): number {
  const distance = (b - a) & 0xffff;
  return distance < 0x8000 ? distance : distance - 0x10000;
}

/** Extends a 16-bit counter over its wraps: the same packet gets the same number, however late it arrives. */
export class Unwrapper {
  #highest: number | undefined;

  unwrap(value: number): number {
    if (this.#highest === undefined) return (this.#highest = value);
    const unwrapped = this.#highest + sequenceDistance(this.#highest & 0xffff, value);
    if (unwrapped > this.#highest) this.#highest = unwrapped;
    return unwrapped;
  }
}
