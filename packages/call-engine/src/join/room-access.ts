// Types only, because the contract's schemas would double the size of this script.
import type {
  BodyOf,
  ErrorBody,
  ErrorCode,
  moderateRoom,
  recordRoom,
  RoomEntry,
  RoomRecording,
} from '@trunkline/contract';

/** A room's server and name, from its address. */
export type RoomAddress = { origin: string; name: string };

/** Admission was refused. `code` is the contract's; undefined where the answer did not come from our server, or none came. */
export class RoomAccessError extends Error {
  readonly code: ErrorCode | undefined;
  constructor(message: string, code?: ErrorCode) {
    super(message);
    this.code = code;
  }
}

/** Parses `https://host/rooms/<name>`; undefined for other addresses. */
export function readRoomUrl(url: unknown): RoomAddress | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  const name = /^\/rooms\/([\w-]{1,64})\/?$/.exec(pathname)?.[1];
  return name ? { origin, name } : undefined;
}

type Fetch = typeof fetch;

/** Returns the media server's address, which is absolute or relative to the room's address. */
function mediaAddress(url: string, roomUrl: string): string {
  return new URL(url, roomUrl).href.replace(/^http/, 'ws');
}

/** Requests to the server about a room: admission and everything that needs permission. The token identifies the caller. */
export class RoomAccess {
  #fetch: Fetch;
  #address: RoomAddress;
  readonly token: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(address: RoomAddress, token: string, fetcher: Fetch) {
    this.#address = address;
    this.token = token;
    this.#fetch = fetcher;
  }

  get url(): string {
    return `${this.#address.origin}/rooms/${this.#address.name}`;
  }

  async enter(userName: string | undefined, joinId: string): Promise<RoomEntry> {
    const body = await this.#post('enter', { join_id: joinId, ...(userName && { user_name: userName }) });
    const { data } = body as { data?: RoomEntry };
    if (!data?.media?.url || !data.session_id) {
      throw new RoomAccessError('The server answered something that is no way into a room.');
    }
    if (data.platform !== 'embedded')
      throw new RoomAccessError('This call takes place in a room elsewhere.', 'conflict');
    const { url, token } = data.media;
    return { ...data, media: { url: mediaAddress(url, this.url), token } };
  }

  async moderate(identity: string, change: Omit<BodyOf<typeof moderateRoom>, 'token'>): Promise<void> {
    await this.#postInOrder(`participants/${encodeURIComponent(identity)}`, change);
  }

  /** Changes the participant's own name or data, or asks to be let in. */
  async changeSelf(change: Record<string, unknown>): Promise<void> {
    await this.#postInOrder('me', change);
  }

  async changeData(data: unknown, merge: 'replace' | 'shallow-merge'): Promise<void> {
    await this.#postInOrder('data', { data, merge });
  }

  /** Starts, changes or stops the recording and returns it; after `stop` the one that has ended. */
  async record(change: Omit<BodyOf<typeof recordRoom>, 'token'>): Promise<RoomRecording | null> {
    const { data } = (await this.#postInOrder('recording', change)) as { data: RoomRecording | null };
    return data;
  }

  /** One after the other, because two requests at once may arrive in either order and the newer change be overwritten. */
  #postInOrder(path: string, fields: Record<string, unknown>): Promise<unknown> {
    const turn = this.#turn.then(() => this.#post(path, fields));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #post(path: string, fields: Record<string, unknown>): Promise<unknown> {
    const { origin, name } = this.#address;
    let response: Response;
    try {
      response = await this.#fetch(`${origin}/api/rooms/${name}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: 'omit',
        body: JSON.stringify({ token: this.token, ...fields }),
        signal: AbortSignal.timeout(10_000),
      });
    } catch (error) {
      throw new RoomAccessError(error instanceof Error ? error.message : String(error));
    }
    const body: unknown = await response.json().catch(() => ({}));
    if (response.ok) return body;
    const { code, message } = body as Partial<ErrorBody>;
    throw new RoomAccessError(message ?? `The server answered ${response.status}.`, code);
  }
}
