import { spawn } from 'node:child_process';
import { envWithoutSecrets } from '#platform/process/child-env';
import type { BodyOf, ResponseOf, speakPrompt } from '@trunkline/contract';

type SpokenPrompt = ResponseOf<typeof speakPrompt>['data'];

const LONGEST_MS = 20_000;
const LARGEST = 20 * 1024 * 1024;
const HEADER = 12;

/**
 * Has a text spoken by the operator's engine: a command with arguments, in which `{language}` is replaced. It runs without a
 * shell, gets the text on standard input, and writes a WAV file to standard output.
 */
export async function speak(
  command: readonly string[],
  { text, language }: BodyOf<typeof speakPrompt>,
): Promise<SpokenPrompt> {
  const [file = '', ...args] = command.map((word) => word.replaceAll('{language}', language));
  const { sound, fault } = await run(file, args, text);
  if (fault !== null) return { audio: null, fault };
  return { audio: withTrueSizes(sound).toString('base64'), fault: null };
}

function run(file: string, args: readonly string[], text: string) {
  return new Promise<{ sound: Buffer; fault: SpokenPrompt['fault'] }>((resolve) => {
    const child = spawn(file, args, {
      env: envWithoutSecrets(process.env),
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    });
    const pieces: Buffer[] = [];
    let size = 0;
    const end = (fault: SpokenPrompt['fault']) => resolve({ sound: Buffer.concat(pieces), fault });
    child.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ENOENT' ? 'missing' : 'failed'),
    );
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > LARGEST) child.kill('SIGKILL');
      else pieces.push(piece);
    });
    child.once('close', (code) => {
      if (code === null) end(size > LARGEST ? 'failed' : 'late');
      else end(code === 0 && isWave(pieces) ? null : 'failed');
    });
    // An engine that exits before it has read everything has failed, which its exit code tells.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}

const isWave = (pieces: readonly Buffer[]): boolean =>
  Buffer.concat(pieces).subarray(0, 4).toString('latin1') === 'RIFF';

/** An engine that writes while it speaks does not know the length, so the sizes in its header are wrong: this sets them. */
function withTrueSizes(sound: Buffer): Buffer {
  const data = sound.indexOf('data', HEADER, 'latin1');
  if (data < 0) return sound;
  const whole = Buffer.from(sound);
  whole.writeUInt32LE(whole.length - 8, 4);
  whole.writeUInt32LE(whole.length - data - 8, data + 4);
  return whole;
}
