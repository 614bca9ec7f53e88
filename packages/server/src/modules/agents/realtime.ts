import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Auth } from '#modules/auth';
import { followScreens } from './screens.ts';
import { SEEN_EVERY_MS, type Agents } from './service.ts';

type Deps = { agents: Agents; auth: Auth; clock: Clock; notices: Notices; log: Log };

/** Notes who has a screen open, and closes sockets whose session has expired. Returns a function that stops it. */
export function agentRealtime(realtime: Realtime, deps: Deps): () => void {
  const { agents, auth, notices, log } = deps;
  const screens = followScreens(realtime, deps);
  realtime.watchTopic('agents', () => Promise.resolve(['agents']));

  realtime.onRequest('extension-join-room', async ({ socket, payload }) => {
    const own = (await auth.user(socket.data.viewer.id)).extension;
    // Only the owner of an extension gets its events: a request for another's is answered, but not joined.
    if (own !== '' && (named(payload) ?? own) === own) await socket.join(`extension:${own}`);
    return { ok: true };
  });

  realtime.onRequest('extension-leave-room', async ({ socket, payload }) => {
    const extension = named(payload) ?? (await auth.user(socket.data.viewer.id)).extension;
    await socket.leave(`extension:${extension}`);
    return { ok: true };
  });

  notices.on('session-ended', ({ user_id: userId, reason }: { user_id: number; reason: string }) => {
    if (reason !== 'signed-out' || realtime.socketsIn(`user:${userId}`).length > 0) return;
    agents
      .signedOut(userId)
      .catch((error: unknown) => log.warn({ err: error }, 'could not end the activity'));
  });

  /** Leaves the rooms of extensions that are no longer theirs. */
  async function leaveOtherPhones(userId: number): Promise<void> {
    const own = `extension:${(await auth.user(userId)).extension}`;
    for (const socket of realtime.socketsIn(`user:${userId}`)) {
      const others = [...socket.rooms].filter((room) => room.startsWith('extension:') && room !== own);
      for (const room of others) await socket.leave(room);
    }
  }
  notices.on('user-changed', ({ id }: { id: number }) => {
    leaveOtherPhones(id).catch((error: unknown) =>
      log.error({ err: error }, 'could not leave a phone’s room'),
    );
  });

  async function checkScreens(): Promise<void> {
    await screens.check();
    const sessions = realtime.sockets().map((socket) => socket.data.viewer.sessionId);
    const ids = await auth.listEndedSessions([...new Set(sessions)]);
    if (ids.length > 0) notices.send('session-ended', { ids, user_id: 0, reason: 'expired' });
  }
  const timer = setInterval(() => {
    checkScreens().catch((error: unknown) => log.warn({ err: error }, 'could not note who is here'));
  }, SEEN_EVERY_MS);
  agents.wrapUp
    .resume()
    .catch((error: unknown) => log.error({ err: error }, 'wrap-up could not be followed'));
  return () => {
    clearInterval(timer);
    agents.wrapUp.stop();
    screens.stop();
  };
}

/** The extension that a request names, if any. */
function named(payload: string | number | { extension?: string } | null | undefined): string | undefined {
  if (typeof payload === 'object' && payload !== null) return payload.extension;
  return payload ? String(payload) : undefined;
}
