import { numberedEvents, signals, type NumberedEventName } from '@trunkline/contract';
import { io, type Socket } from 'socket.io-client';
import {
  createEventFeed,
  type RawEvent,
  type ResumeAnswer,
} from '../../packages/web/src/shared/api/feed/event-feed.ts';
import type { NumberedEvent } from '../../packages/web/src/shared/api/realtime-types.ts';
import type { SignedIn } from '../support/api.ts';
import { applyToScreen, load, shownDataOf, type ScreenData, type ShownData } from './screen-state.ts';

/**
 * The data in one agent's browser: lists, counters and some open tickets, loaded once and then updated by events alone,
 * with the product's own code.
 */
export class Screen {
  readonly url: string;
  readonly user: SignedIn;
  readonly ticketIds: readonly number[];
  readonly seen: number[] = [];
  resets = 0;
  #state: ScreenData | undefined;
  #socket: Socket;
  #feed = createEventFeed((event) => this.#deliver(event));

  constructor(url: string, user: SignedIn, ticketIds: readonly number[]) {
    this.url = url;
    this.user = user;
    this.ticketIds = ticketIds;
    this.#socket = io(url, {
      query: { token: user.token, user_id: String(user.id) },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
    });
    this.#socket.on('connect', () => void this.#resume());
    this.#socket.on('ticket-counts', (payload: unknown) => {
      if (this.#state) this.#state.counts = signals['ticket-counts'].parse(payload).data;
    });
    this.#socket.onAny((name: string, payload: unknown, meta?: { seq?: number }) => {
      if (name in numberedEvents && meta?.seq !== undefined)
        this.#feed.receive({ name, payload, seq: meta.seq });
    });
  }

  /** Loads the screen's data once; afterwards only events change it. */
  async open(): Promise<void> {
    await waitFor(() => this.#feed.lastSeq() !== null);
    this.#state = await load(this.url, this.user, this.ticketIds);
  }

  position(): number {
    return this.#feed.lastSeq() ?? 0;
  }

  /** Breaks the connection as a network failure does; the client reconnects by itself. */
  cut(): void {
    this.#socket.io.engine?.close();
  }

  /** Disconnects until `comeBack`. */
  leave(): void {
    this.#socket.disconnect();
  }

  comeBack(): void {
    this.#socket.connect();
  }

  shown(): ShownData {
    if (!this.#state) throw new Error('not opened');
    return shownDataOf(this.#state);
  }

  async #resume(): Promise<void> {
    this.#feed.hold();
    const { id } = this.#socket;
    const topics = [
      'tickets',
      'customers',
      'agents',
      ...this.ticketIds.map((ticketId) => `ticket:${ticketId}`),
    ];
    const answer: unknown = await this.#socket
      .timeout(5000)
      .emitWithAck('resume', { after: this.#feed.lastSeq(), topics })
      .catch(() => undefined);
    if (this.#socket.id !== id) return;
    if (!answer || (answer as { error?: unknown }).error) return void this.#socket.io.engine?.close();
    this.#feed.resumed(answer as ResumeAnswer, (outcome) => {
      if (outcome === 'reset') this.resets += 1;
    });
  }

  #deliver(raw: RawEvent): void {
    this.seen.push(raw.seq);
    if (!this.#state) return;
    const payload = numberedEvents[raw.name as NumberedEventName].parse(raw.payload);
    const event = { name: raw.name, payload, seq: raw.seq } as NumberedEvent;
    this.#state = applyToScreen(this.#state, event, this.user.id);
  }
}

export async function waitFor(isSo: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`not so within ${withinMs} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
