import type { LineQuality, Transport } from '../transport/transport.ts';
import type { Handlers, LibraryRequest, Wire } from '../wire.ts';
import { cpuLoadOf, type CpuLoad } from './cpu-load.ts';
import { rateConnection } from './quality.ts';
import { figuresBetween, sampleOf, type LatestFigures, type Sample } from './stats.ts';

type Deps = {
  wire: Wire;
  transport: Pick<Transport, 'stats' | 'self' | 'isConnected' | 'useIce'>;
  roomName: () => string;
};

const EVERY_MS = 2000;
const KEEP = 60;
const WORST = [
  'videoRecvPacketLoss',
  'videoSendPacketLoss',
  'audioRecvPacketLoss',
  'audioSendPacketLoss',
  'videoRecvJitter',
  'videoSendJitter',
  'audioRecvJitter',
  'audioSendJitter',
] as const;
const NO_PEER =
  'Rooms on this server go through its media server (topology "sfu"): recording and listening in need it there.';

/** Measures the quality of the connection and the CPU load every two seconds during a call. */
export class Network {
  #deps: Deps;
  #timer: ReturnType<typeof setInterval> | undefined;
  #sample: Sample | undefined;
  #history: LatestFigures[] = [];
  #cpu: CpuLoad | undefined;
  #seenByServer: LineQuality = 'unknown';

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'get-calc-stats': async () => {
      if (this.#history.length === 0) await this.#measure();
      return { stats: this.#summary() };
    },
    'get-cpu-load-stats': () => ({
      cpuStats: this.#cpu ?? { cpuLoadState: 'low', cpuLoadStateReason: 'none', stats: {} },
    }),
    'get-network-topology': () => ({ topology: this.#deps.transport.isConnected() ? 'sfu' : 'none' }),
    'set-network-topology': (request) => this.#setTopology(request),
    'set-ice-config': ({ iceConfig }) => this.#deps.transport.useIce(iceConfig as RTCConfiguration),
  };

  start(): void {
    this.stop();
    this.#timer = setInterval(() => void this.#measure(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#sample = undefined;
    this.#history = [];
    this.#cpu = undefined;
  }

  #setTopology({ opts }: LibraryRequest): { workerId: string } {
    const { topology } = (opts ?? {}) as { topology?: string };
    if (topology !== 'sfu') throw new Error(NO_PEER);
    return { workerId: this.#deps.roomName() };
  }

  async #measure(): Promise<void> {
    const { transport } = this.#deps;
    if (!transport.isConnected()) return;
    const { sending, receiving } = await transport.stats();
    const now = sampleOf([sending, receiving], Date.now());
    const before = this.#sample ?? now;
    this.#sample = now;
    this.#history = [...this.#history, figuresBetween(before, now)].slice(-KEEP);
    this.#seenByServer = transport.self()?.quality ?? 'unknown';
    if (before !== now) this.#postQuality(before, now);
  }

  #postQuality(before: Sample, now: Sample): void {
    const { wire } = this.#deps;
    const latest = figuresBetween(before, now);
    const { state, reasons, threshold, quality } = rateConnection(latest, this.#seenByServer);
    // The library ignores reports that change nothing.
    const stats = this.#summary();
    wire.post({ action: 'network-quality-change', state: { state, reasons }, threshold, quality, stats });
    const cpu = cpuLoadOf(before, now);
    const hasChanged = cpu.cpuLoadState !== (this.#cpu?.cpuLoadState ?? 'low');
    this.#cpu = cpu;
    const { cpuLoadState, cpuLoadStateReason } = cpu;
    if (hasChanged) wire.post({ action: 'cpu-load-change', cpuLoadState, cpuLoadStateReason });
  }

  #summary(): Record<string, unknown> {
    const latest = this.#history.at(-1) ?? { timestamp: Date.now() };
    const trips = this.#history.flatMap(({ networkRoundTripTime }) => networkRoundTripTime ?? []);
    const worst = WORST.map((name) => [
      `worst${name[0]!.toUpperCase()}${name.slice(1)}`,
      Math.max(0, ...this.#history.flatMap((each) => each[name] ?? [])),
    ]);
    return {
      latest,
      ...Object.fromEntries(worst),
      averageNetworkRoundTripTime: trips.reduce((sum, each) => sum + each, 0) / Math.max(1, trips.length),
    };
  }
}
