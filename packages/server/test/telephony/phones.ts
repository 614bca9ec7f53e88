import type { CallKind, JoinCredentials, RoomDial, VisitorCall } from '@trunkline/contract';
import type { Socket } from 'socket.io-client';
import type { TestApp } from '../app.ts';
import type { Username } from '../people.ts';

type Answer<T> = Promise<{ status: number; body: T }>;
type CallResult = { success: boolean; message: string };
type Listening = { once(name: string, listener: (payload: never) => void): unknown };

/** The next event of that name; to be called before the action that causes it. */
export function nextEvent<T>(socket: Listening, name: string): Promise<T> {
  return new Promise<T>((resolve) => void socket.once(name, resolve));
}

/** What customers who call and agents who are rung do at their screens, as requests. */
export function phones(app: () => TestApp, widget: () => string) {
  let keys = 0;
  const body = (kind: CallKind) => ({ client_key: `call-key-${keys}`, kind, name: 'Joko' });

  return {
    /** The socket of an agent who is ready to be rung. */
    async ready(username: Username): Promise<Socket> {
      const socket = await app().connect(username);
      await socket.timeout(5000).emitWithAck('extension-join-room', `ext-${username}`);
      await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [] });
      await app().as(username, 'PUT', '/api/user/activity', { user_activity_id: 6 });
      return socket;
    },

    /** A new visitor calls; returns their token and the call. */
    async call(kind: CallKind = 'voice'): Promise<{ visitor: string; call: VisitorCall }> {
      const visitor = await app().visitor(widget());
      keys += 1;
      const request = { token: visitor, body: body(kind) };
      const answer = await app().call('POST', '/api/livechat/calls', request);
      if (answer.status !== 200) throw new Error(`no call: ${JSON.stringify(answer)}`);
      return { visitor, call: (answer.body as { data: VisitorCall }).data };
    },

    /** The body of the last customer's request, as a page that tries again sends it. */
    sameCall: () => body('voice'),

    pickUp: (
      username: Username,
      dial: Pick<RoomDial, 'room_name' | 'ticket_id' | 'media_id'>,
    ): Answer<CallResult & { data?: JoinCredentials }> =>
      app().as(username, 'POST', '/api/voip/daily/pickup', {
        room_name: dial.room_name,
        ticket_id: String(dial.ticket_id),
        media_id: dial.media_id,
        user_level_id: 1,
      }),

    hangUp: (username: Username, room: string): Answer<CallResult> =>
      app().as(username, 'DELETE', '/api/voip/daily/hangup', { room_name: room, user_level_id: 1 }),

    async activityOf(username: Username): Promise<number> {
      const { body: user } = await app().as(username, 'GET', '/api/user');
      return (user as { data: { user_activity_id: number } }).data.user_activity_id;
    },
  };
}
