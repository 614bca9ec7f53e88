import type { getVisitorCallBack, ResponseOf } from '@trunkline/contract';
import { connect } from '../chat/live.ts';
import type { ChatSession } from '../chat/session.ts';

let watched: ChatSession['socket'] = null;

/** Waits for a call-back that was requested on this or an earlier page; when it comes, the widget opens and rings. */
export function watchCallBack(session: ChatSession): void {
  const { api, store, storage } = session;

  async function checkCallBack(): Promise<void> {
    const { data } = await api.call<ResponseOf<typeof getVisitorCallBack>>('GET', '/call-backs/current');
    const state = data?.state ?? 'done';
    if (state === 'calling') {
      session.post({ trunkline: 'ring' });
      // An open call panel shows it itself.
      if (!store.get().calling) store.set({ calling: 'call-back' });
    }
    if (state === 'done' || state === 'missed' || state === 'cancelled') {
      storage.remove('call-back');
      store.set({ hasCallBack: false });
    }
  }

  const moved = () => void checkCallBack().catch(() => undefined);
  connect(session);
  // One listener for each connection, because this runs again for each request.
  if (session.socket === watched) return;
  watched = session.socket;
  session.socket?.on('call-back-moved', moved);
  session.socket?.on('connect', moved);
}
