import type { JoinCredentials, RoomDial, VisitorCall } from '@trunkline/contract';
import type { Socket } from 'socket.io-client';
import type { TestApp } from '../app.ts';
import type { Username } from '../people.ts';

type Body<T> = { status: number; body: T };

/** The people of calls in tests: agents whose extension rings, and customers at the widget. */
export function callersOf(app: TestApp, widget: string) {
  let keys = 0;
  const newKey = () => `caller-key-${(keys += 1)}`;
  const next = <T>(socket: Socket, name: string): Promise<T> =>
    new Promise<T>((resolve) => void socket.once(name, resolve));

  async function atScreen(username: Username): Promise<Socket> {
    const socket = await app.connect(username);
    await socket.timeout(5000).emitWithAck('extension-join-room', `ext-${username}`);
    await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
    return socket;
  }

  const goReady = (username: Username) =>
    app.as(username, 'PUT', '/api/user/activity', { user_activity_id: 6 });

  return {
    newKey,

    /** Returns the agent's socket once they are ready; what waits may ring before that: see `firstRing`. */
    async ready(username: Username): Promise<Socket> {
      const socket = await atScreen(username);
      await goReady(username);
      return socket;
    },

    /** The first such event for an agent who becomes ready while a call waits already. */
    async firstRing<T>(username: Username, name: string): Promise<T> {
      const socket = await atScreen(username);
      const rings = next<T>(socket, name);
      await goReady(username);
      return rings;
    },

    /** The next event of that name; to be called before the action that causes it. */
    next,

    async call(kind: 'voice' | 'video' = 'voice', name = 'Siti'): Promise<{ token: string; room: string }> {
      const token = await app.visitor(widget);
      const body = { client_key: newKey(), kind, name };
      const answer: Body<{ data: VisitorCall }> = await app.call('POST', '/api/livechat/calls', {
        token,
        body,
      });
      if (answer.status !== 200) throw new Error(`the call was answered ${answer.status}`);
      return { token, room: answer.body.data.room_name };
    },

    /** Sends a request as the visitor of this token. */
    visit: <T>(
      token: string,
      method: 'GET' | 'POST',
      path: string,
      body?: object,
    ): Promise<Body<{ data: T; code: string; details: unknown }>> =>
      app.call(method, `/api/livechat${path}`, { token, body }),

    pickUp: (
      username: Username,
      dial: Pick<RoomDial, 'room_name' | 'ticket_id' | 'media_id'>,
    ): Promise<Body<{ success: boolean; message: string; data?: JoinCredentials }>> =>
      app.as(username, 'POST', '/api/voip/daily/pickup', {
        room_name: dial.room_name,
        ticket_id: String(dial.ticket_id),
        media_id: dial.media_id,
        user_level_id: 1,
      }),

    hangUp: (username: Username, room: string): Promise<Body<{ success: boolean }>> =>
      app.as(username, 'DELETE', '/api/voip/daily/hangup', { room_name: room, user_level_id: 1 }),

    /** The types of the events in a ticket's time line, in their order. */
    async told(ticketId: number): Promise<string[]> {
      const line: Body<{ data: { event: { type: string } | null }[] }> = await app.as(
        'admin',
        'GET',
        `/api/tickets/${ticketId}/timeline`,
      );
      return line.body.data.flatMap(({ event }) => event?.type ?? []);
    },

    /** Ends all calls and call-backs, so that none rings in the next test. */
    async endAll(): Promise<void> {
      const { db } = app.platform;
      await db.q
        .updateTable('call_backs')
        .set({ state: 'cancelled', next_at: null })
        .where('state', 'in', ['waiting', 'ringing', 'calling'])
        .execute();
      const on = await db.q.selectFrom('calls').select('room_name').where('state', '<>', 'ended').execute();
      const { calls } = app.app.modules;
      for (const { room_name: room } of on) {
        await db.transaction(async (tx) => {
          const call = await calls.lock(tx, { room_name: room ?? '' });
          if (call) await calls.end(tx, call, 'failed', { type: 'system', id: null, name: 'Test' });
        });
      }
      for (const username of ['dewi', 'budi'] as const) {
        await app.as(username, 'PUT', '/api/user/activity', { user_activity_id: 1 });
      }
    },
  };
}
