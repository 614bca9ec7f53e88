import { numberedEvents, type Message, type NumberedEventName, type Ticket } from '@trunkline/contract';
import { io, type Socket } from 'socket.io-client';
import {
  createEventFeed,
  type RawEvent,
  type ResumeAnswer,
} from '../../packages/web/src/shared/api/event-feed.ts';
import type { NumberedEvent } from '../../packages/web/src/shared/api/realtime-types.ts';
import type { ListFilter } from '../../packages/web/src/features/tickets/filters.ts';
import {
  applyToList,
  applyToTimeline,
  messagesOf,
  type TimelineWindow,
} from '../../packages/web/src/features/tickets/realtime.ts';
import { pageOf, rowsOf, type ListWindow } from '../../packages/web/src/features/tickets/window.ts';
import { callApi, type SignedIn } from '../support/api.ts';

type Loaded = { list: ListWindow; timelines: Map<number, TimelineWindow> };

const FILTER: ListFilter = { status: ['open', 'pending', 'on_hold'], assignee: 'any', sort: 'newest' };

/**
 * What one agent's browser knows: the list and some open tickets, loaded once and then kept by events alone, with the
 * product's own code for feed and state.
 */
export class Screen {
  readonly url: string;
  readonly user: SignedIn;
  readonly ticketIds: readonly number[];
  readonly seen: number[] = [];
  resets = 0;
  #state: Loaded | undefined;
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
    this.#socket.onAny((name: string, payload: unknown, meta?: { seq?: number }) => {
      if (name in numberedEvents && meta?.seq !== undefined)
        this.#feed.receive({ name, payload, seq: meta.seq });
    });
  }

  /** Loads what the screen shows, once; from here on only events change it. */
  async open(): Promise<void> {
    await waitFor(() => this.#feed.lastSeq() !== null);
    this.#state = await load(this.url, this.user, this.ticketIds);
  }

  position(): number {
    return this.#feed.lastSeq() ?? 0;
  }

  /** The line is cut as a network cuts it; the client comes back by itself. */
  cut(): void {
    this.#socket.io.engine?.close();
  }

  close(): void {
    this.#socket.disconnect();
  }

  shown(): { rows: Ticket[]; timelines: Record<number, Message[]> } {
    if (!this.#state) throw new Error('not opened');
    return show(this.#state);
  }

  async #resume(): Promise<void> {
    this.#feed.hold();
    const { id } = this.#socket;
    const topics = ['tickets', ...this.ticketIds.map((ticketId) => `ticket:${ticketId}`)];
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
    this.#state.list = applyToList(this.#state.list, event, FILTER, this.user.id);
    for (const [ticketId, window] of this.#state.timelines) {
      this.#state.timelines.set(ticketId, applyToTimeline(window, event, ticketId));
    }
  }
}

/** A fresh load of the same screen. */
export async function load(url: string, user: SignedIn, ticketIds: readonly number[]): Promise<Loaded> {
  const { token } = user;
  const list = await callApi<{ data: Ticket[]; next: string | null }>(url, 'GET', '/api/tickets?limit=100', {
    token,
  });
  const timelines = new Map<number, TimelineWindow>();
  for (const ticketId of ticketIds) {
    const pages: TimelineWindow['pages'] = [];
    let before = '';
    do {
      const { body } = await callApi<TimelineWindow['pages'][number]>(
        url,
        'GET',
        `/api/tickets/${ticketId}/timeline?limit=100${before}`,
        { token },
      );
      pages.push(body);
      before = `&before=${body.data[0]?.id}`;
    } while (pages.at(-1)?.has_more);
    timelines.set(ticketId, { pages });
  }
  return { list: { pages: [pageOf(list.body, FILTER.sort)] }, timelines };
}

export function show({ list, timelines }: Loaded): { rows: Ticket[]; timelines: Record<number, Message[]> } {
  const entries = [...timelines].map(([id, window]) => [id, messagesOf(window)] as const);
  return { rows: rowsOf(list, FILTER.sort), timelines: Object.fromEntries(entries) };
}

export async function waitFor(isSo: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`not so within ${withinMs} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
