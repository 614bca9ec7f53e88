import type { Log } from '#platform/log';
import type { Notices } from '#platform/notices';
import type { Realtime } from '#platform/realtime';
import type { Auth } from '#modules/auth';
import { SEEN_EVERY_MS, type Agents } from './service.ts';

type Deps = { agents: Agents; auth: Auth; notices: Notices; log: Log };

const RELOAD_MS = 3000;

/** Notes who has a screen open, and closes sockets whose session has run out. Returns what stops it. */
export function agentRealtime(realtime: Realtime, { agents, auth, notices, log }: Deps): () => void {
  realtime.watchTopic('agents', () => Promise.resolve(['agents']));

  realtime.onRequest('extension-join-room', async ({ socket, payload }) => {
    const extension = typeof payload === 'string' ? payload : payload.extension;
    const own = (await auth.user(socket.data.viewer.id)).extension;
    // Calls of an extension are its owner's: another's room is answered, but not joined.
    if (extension === own) await socket.join(`extension:${own}`);
    return { ok: true };
  });

  realtime.onConnect(({ data }) => {
    agents
      .cameBack(data.viewer.id)
      .catch((error: unknown) => log.warn({ err: error }, 'could not note who is here'));
  });

  // A reload closes the screen for a moment: only who has not come back after that has left.
  realtime.onDisconnect(({ id }) => {
    setTimeout(() => {
      if (realtime.socketsIn(`user:${id}`).length > 0) return;
      agents
        .markLeft(id)
        .then(() => notices.send('agent-left', { id }))
        .catch((error: unknown) => log.warn({ err: error }, 'could not note who has left'));
    }, RELOAD_MS).unref();
  });

  notices.on('session-ended', ({ user_id: userId, reason }: { user_id: number; reason: string }) => {
    if (reason !== 'signed-out' || realtime.socketsIn(`user:${userId}`).length > 0) return;
    agents
      .signedOut(userId)
      .catch((error: unknown) => log.warn({ err: error }, 'could not end the activity'));
  });

  async function look(): Promise<void> {
    const viewers = realtime.sockets().map((socket) => socket.data.viewer);
    await agents.markSeen([...new Set(viewers.map((viewer) => viewer.id))]);
    const ids = await auth.listEndedSessions([...new Set(viewers.map((viewer) => viewer.sessionId))]);
    if (ids.length > 0) notices.send('session-ended', { ids, user_id: 0, reason: 'expired' });
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'could not note who is here'));
  }, SEEN_EVERY_MS);
  return () => clearInterval(timer);
}
