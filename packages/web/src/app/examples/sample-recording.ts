import { waveFile } from '#features/settings/phone-setup/wave-file.ts';
import {
  PHONE_SETUP_LIMITS,
  type CallRecording,
  type RecordingPart,
  type RecordingWaveform,
} from '@trunkline/contract';
import { sampleFigure } from './sample-figures.ts';

const SECOND_MS = 1000;
/** How many seconds each participant speaks in turn. */
const TURN_S = 7;

/** A call of four minutes that was transferred; each participant hums at another pitch. */
const PEOPLE = [
  { name: 'Rina Hartono', role: 'customer', from: 0, seconds: 240, pitch: 440 },
  { name: 'Dewi Lestari', role: 'agent', from: 0, seconds: 150, pitch: 220 },
  { name: 'Budi Santoso', role: 'agent', from: 130, seconds: 110, pitch: 330 },
  { name: 'Andi Wijaya', role: 'guest', from: 60, seconds: 90, pitch: 550 },
] as const satisfies readonly {
  name: string;
  role: RecordingPart['role'];
  from: number;
  seconds: number;
  pitch: number;
}[];

/** How loud somebody is in a second of the call, from 0 to 100. */
function loudness(person: number, second: number): number {
  const isSpeaking = Math.floor(second / TURN_S) % PEOPLE.length === person;
  return isSpeaking ? Math.min(100, 20 + sampleFigure(second + person, 80)) : 0;
}

export const SAMPLE_RECORDING: CallRecording = {
  id: 1,
  call_id: 1,
  kind: 'talk',
  state: 'ready',
  started_at: '2026-11-20T08:00:00.000Z',
  ended_at: '2026-11-20T08:04:00.000Z',
  parts: PEOPLE.map(({ name, role, from, seconds }, index) => ({
    number: index + 1,
    name,
    role,
    offset_ms: from * SECOND_MS,
    duration_ms: seconds * SECOND_MS,
    bytes: seconds * PHONE_SETUP_LIMITS.spokenRate * 2,
    has_video: false,
  })),
  is_kept: false,
  deletes_at: null,
  deleted_after_days: null,
};

export const SAMPLE_WAVEFORM: RecordingWaveform = {
  step_ms: SECOND_MS,
  people: PEOPLE.map(({ name, role, from, seconds }, person) => ({
    name,
    role,
    peaks: Array.from({ length: from + seconds }, (_, second) =>
      second < from ? 0 : loudness(person, second),
    ),
  })),
};

/** Returns the sound of one person, as a file. */
export function soundOf(part: number): Blob {
  const { from, seconds, pitch } = PEOPLE[part - 1] ?? PEOPLE[0];
  const rate = PHONE_SETUP_LIMITS.spokenRate;
  const samples = Float32Array.from(
    { length: seconds * rate },
    (_, at) =>
      (Math.sin((2 * Math.PI * pitch * at) / rate) * loudness(part - 1, from + Math.floor(at / rate))) / 300,
  );
  return new Blob([waveFile(samples)], { type: 'audio/wav' });
}
