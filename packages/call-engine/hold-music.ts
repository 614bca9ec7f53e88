/**
 * Makes the music for customers on hold: eight bars of broken chords, synthesised so that nobody owns rights to it. The
 * last notes fade into the first ones when it loops.
 */
const RATE = 16_000;
const NOTE_SECONDS = 0.3;
const NOTES_PER_BAR = 8;
const RINGS_SECONDS = 2.4;
const LOUDNESS = 0.16;

/** Chords in half-tones above the A below middle C, in the order in which their notes are played. */
const BARS = [
  [3, 10, 15, 19, 22, 19, 15, 10],
  [3, 10, 15, 19, 22, 19, 15, 10],
  [0, 7, 12, 15, 19, 15, 12, 7],
  [0, 7, 12, 15, 19, 15, 12, 7],
  [-4, 8, 12, 15, 20, 15, 12, 8],
  [-4, 8, 12, 15, 20, 15, 12, 8],
  [-2, 5, 10, 14, 17, 14, 10, 5],
  [-2, 5, 10, 14, 17, 14, 10, 8],
] as const;
const OVERTONES = [1, 0.35, 0.12] as const;

/** Returns the music as a WAV file: mono, 16 bits. */
export function holdMusic(): Uint8Array {
  const notes = BARS.flat();
  const length = Math.round(BARS.length * NOTES_PER_BAR * NOTE_SECONDS * RATE);
  const samples = new Float32Array(length);
  for (const [index, note] of notes.entries()) {
    const start = Math.round(index * NOTE_SECONDS * RATE);
    addNote(samples, start, 220 * 2 ** (note / 12));
  }
  return asWav(samples);
}

/** Adds one decaying note, which continues past the end of the music at its beginning. */
function addNote(samples: Float32Array, start: number, hertz: number): void {
  const count = Math.round(RINGS_SECONDS * RATE);
  for (let n = 0; n < count; n += 1) {
    const seconds = n / RATE;
    const attack = Math.min(1, seconds / 0.012);
    const release = Math.min(1, (RINGS_SECONDS - seconds) / 0.2);
    const fade = attack * release * Math.exp(-2.2 * seconds);
    const wave = OVERTONES.reduce(
      (sum, part, index) => sum + part * Math.sin(2 * Math.PI * hertz * (index + 1) * seconds),
      0,
    );
    const at = (start + n) % samples.length;
    samples[at] = (samples[at] ?? 0) + LOUDNESS * fade * wave;
  }
}

const HEAD_BYTES = 44;

function asWav(samples: Float32Array): Uint8Array {
  const bytes = samples.length * 2;
  const view = new DataView(new ArrayBuffer(HEAD_BYTES + bytes));
  let place = 0;
  const word = (text: string) => {
    for (const letter of text) view.setUint8(place++, letter.charCodeAt(0));
  };
  const number = (value: number, size: 2 | 4) => {
    if (size === 2) view.setUint16(place, value, true);
    else view.setUint32(place, value, true);
    place += size;
  };
  word('RIFF');
  number(HEAD_BYTES - 8 + bytes, 4);
  word('WAVEfmt ');
  number(16, 4);
  number(1, 2); // uncompressed
  number(1, 2); // one channel
  number(RATE, 4);
  number(RATE * 2, 4);
  number(2, 2);
  number(16, 2);
  word('data');
  number(bytes, 4);
  for (const [index, sample] of samples.entries()) {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    view.setInt16(HEAD_BYTES + index * 2, value, true);
  }
  return new Uint8Array(view.buffer);
}
