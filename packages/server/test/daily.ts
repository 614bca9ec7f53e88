import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Present = { id: string; userId: string | null; userName: string };
type ReceivedRequest = { method: string; path: string; body: Record<string, unknown> };
/** An answer instead of the usual one, or none at all. With `to`, it waits for a request of that path. */
type Fault = { status: number | 'none'; body?: string; headers?: Record<string, string>; to?: string };
type Reply = [status: number, body: unknown];
type Room = { url: string; properties: Record<string, unknown>; privacy: unknown };

export type DailyStandIn = Awaited<ReturnType<typeof startDaily>>;

/** A fake of Daily's API on a port of this machine, by its documentation: rooms, tokens, presence. */
export async function startDaily({
  site = 'https://acme.daily.co',
  token = (properties: Record<string, unknown>) =>
    Buffer.from(JSON.stringify(properties)).toString('base64url'),
}: {
  site?: string;
  token?: (properties: Record<string, unknown>) => string | Promise<string>;
} = {}) {
  const key = 'a-key-of-the-service';
  const rooms = new Map<string, Room>();
  const present = new Map<string, Present[]>();
  const asked: ReceivedRequest[] = [];
  let faults: Fault[] = [];

  const invalid = (info: string): Reply => [400, { error: 'invalid-request-error', info }];
  const missing: Reply = [404, { error: 'not-found' }];

  function makeRoom({ name, privacy, properties }: ReceivedRequest['body']): Reply {
    const room = String(name);
    if (!/^[\w-]{1,41}$/.test(room)) return invalid('this is no name for a room');
    if (rooms.has(room)) return invalid(`a room named ${room} already exists`);
    rooms.set(room, { url: `${site}/${room}`, privacy, properties: properties as Room['properties'] });
    return [200, { name: room, url: `${site}/${room}`, privacy, config: properties }];
  }

  function ofRoom({ method, body }: ReceivedRequest, name: string, what: string | undefined): Reply {
    const room = rooms.get(name);
    if (!room) return missing;
    const inside = present.get(name) ?? [];
    if (what === 'presence') return [200, { total_count: inside.length, data: inside }];
    if (what === 'eject') {
      const { ids = [], user_ids: userIds = [] } = body as { ids?: string[]; user_ids?: string[] };
      const isMeant = ({ id, userId }: Present) => ids.includes(id) || userIds.includes(userId ?? '');
      present.set(
        name,
        inside.filter((one) => !isMeant(one)),
      );
      return [200, { ejectedIds: inside.filter(isMeant).map(({ id }) => id) }];
    }
    if (method === 'DELETE') rooms.delete(name);
    return [200, method === 'DELETE' ? { deleted: true, name } : { name, url: room.url }];
  }

  async function answer(request: ReceivedRequest): Promise<Reply> {
    const { method, path, body } = request;
    if (path === '/') return [200, { domain_name: 'acme', domain_id: 'an-id' }];
    if (method === 'POST' && path === '/rooms') return makeRoom(body);
    if (method === 'POST' && path === '/meeting-tokens') {
      return [200, { token: await token(body['properties'] as Record<string, unknown>) }];
    }
    const [, name, what] = /^\/rooms\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? [];
    return name ? ofRoom(request, name, what) : missing;
  }

  function faultFor(path: string): Fault | undefined {
    const [next] = faults;
    const isMeant = !next?.to || next.to === path;
    return isMeant ? faults.shift() : undefined;
  }

  const server = http.createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { pathname } = new URL(request.url ?? '/', 'http://service');
      const one = {
        method: request.method ?? '',
        path: pathname.replace(/^\/v1/, '') || '/',
        body: (text ? JSON.parse(text) : {}) as ReceivedRequest['body'],
      };
      asked.push(one);
      const fault = faultFor(one.path);
      if (fault?.status === 'none') return;
      if (fault) return response.writeHead(fault.status, fault.headers).end(fault.body ?? '{}');
      const isKnown = request.headers.authorization === `Bearer ${key}`;
      const [status, body] = isKnown ? await answer(one) : [401, { error: 'authentication-error' }];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    key,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    rooms,
    present,
    asked,
    /** Gives these as the next answers, one for each request. */
    fail: (...next: Fault[]) => void (faults = next),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
