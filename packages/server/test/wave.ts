const HEADER = 44;
const RATE = 8000;

/** A WAV file with a tone of that many milliseconds, in base64, as browsers make prompts. */
export function waveOf(ms: number, { rate = RATE, channels = 1 } = {}): string {
  const samples = Math.round((rate * ms) / 1000) * channels;
  const file = Buffer.alloc(HEADER + samples * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels * 2, 28);
  file.writeUInt16LE(channels * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1)
    file.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * 440 * at) / rate)), HEADER + at * 2);
  return file.toString('base64');
}
