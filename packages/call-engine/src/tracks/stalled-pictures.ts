import type { PictureFigures, Transport } from '../transport/transport.ts';

type Deps = { transport: Pick<Transport, 'isConnected' | 'pictures' | 'renewPicture'> };

const EVERY_MS = 2000;
/** After this many checks without a new frame a key frame is requested, then the video is subscribed anew. */
const KEY_FRAME_AFTER = 2;
const ANEW_AFTER = 4;
/** How often it is subscribed anew, after twice the time each time. */
const ANEW_AT_MOST = 4;

type StalledVideo = { looks: number; figures: PictureFigures };

/** Finds videos that should play but show no frames, for which the browser only shows a black tile, and requests them again. */
export class StalledPictures {
  #deps: Deps;
  #timer: ReturnType<typeof setInterval> | undefined;
  #stalls = new Map<string, StalledVideo>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    this.stop();
    this.#timer = setInterval(() => void this.checkStalls().catch(() => undefined), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stalls.clear();
  }

  async checkStalls(): Promise<void> {
    const { transport } = this.#deps;
    if (!transport.isConnected()) return;
    const pictures = await transport.pictures();
    const before = this.#stalls;
    this.#stalls = new Map();
    for (const figures of pictures) {
      const { looks } = stalledAfter(figures, before.get(figures.sid));
      this.#stalls.set(figures.sid, { looks, figures });
      const remedy = remedyAfter(looks);
      if (remedy) transport.renewPicture(figures.id, figures.key, remedy);
    }
  }
}

/** A still screen share sends nothing and is not stalled; a video of which no frame was ever decoded is. */
function stalledAfter(now: PictureFigures, last: StalledVideo | undefined): { looks: number } {
  if (!last || now.decoded > last.figures.decoded) return { looks: 0 };
  const isArriving = now.received > last.figures.received;
  return { looks: isArriving || now.decoded === 0 ? last.looks + 1 : last.looks };
}

function remedyAfter(looks: number): 'key-frame' | 'subscription' | undefined {
  if (looks === KEY_FRAME_AFTER) return 'key-frame';
  const times = Math.log2(looks / ANEW_AFTER);
  return Number.isInteger(times) && times >= 0 && times < ANEW_AT_MOST ? 'subscription' : undefined;
}
