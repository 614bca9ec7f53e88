import type { Transport } from '../transport/transport.ts';
import type { Handlers, Wire } from '../wire.ts';
import { openMeter, type Meter } from './meter.ts';

type Deps = {
  wire: Wire;
  transport: Pick<Transport, 'others' | 'loudnessOf'>;
  microphone: () => MediaStreamTrack | undefined;
  openMeter?: typeof openMeter;
};

const DEFAULT_MS = 200;

/** Reports the loudness of the local and the remote participants at the requested interval, and the active speaker. */
export class AudioLevels {
  #deps: Deps;
  #local: ReturnType<typeof setInterval> | undefined;
  #remote: ReturnType<typeof setInterval> | undefined;
  #meter: Meter | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'start-local-audio-level-observer': ({ interval }) => this.startLocal(interval as number | undefined),
    'stop-local-audio-level-observer': () => this.stopLocal(),
    'start-remote-participants-audio-level-observer': ({ interval }) =>
      this.startRemote(interval as number | undefined),
    'stop-remote-participants-audio-level-observer': () => clearInterval(this.#remote),
  };

  startLocal(intervalMs = DEFAULT_MS): void {
    this.stopLocal();
    this.#local = setInterval(() => {
      this.#deps.wire.post({ action: 'local-audio-level', audioLevel: this.#localLevel() });
    }, intervalMs);
  }

  stopLocal(): void {
    clearInterval(this.#local);
    this.#meter?.close();
    this.#meter = undefined;
  }

  startRemote(intervalMs = DEFAULT_MS): void {
    clearInterval(this.#remote);
    this.#remote = setInterval(() => {
      const levels = this.#deps.transport.others().map(({ id }) => [id, this.#deps.transport.loudnessOf(id)]);
      const participantsAudioLevel = Object.fromEntries(levels) as Record<string, number>;
      this.#deps.wire.post({ action: 'remote-participants-audio-level', participantsAudioLevel });
    }, intervalMs);
  }

  /** Takes the speakers, loudest first; the library wants only the loudest. */
  speakers([loudest]: string[]): void {
    if (loudest)
      this.#deps.wire.post({ action: 'active-speaker-change', activeSpeaker: { peerId: loudest } });
  }

  stop(): void {
    this.stopLocal();
    clearInterval(this.#remote);
  }

  #localLevel(): number {
    const track = this.#deps.microphone();
    if (!track || !track.enabled || track.readyState === 'ended') return 0;
    if (this.#meter?.track !== track) {
      this.#meter?.close();
      this.#meter = (this.#deps.openMeter ?? openMeter)(track);
    }
    return this.#meter.level();
  }
}
