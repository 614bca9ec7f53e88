import type { getVisitorCallBack, ResponseOf } from '@trunkline/contract';
import { connect } from '../chat/live.ts';
import type { Session } from '../chat/session.ts';

let watched: Session['socket'] = null;

/** A call-back was asked for, on this page or on one before: when it comes, the widget opens and rings. */
export function watchCallBack(session: Session): void {
  const { api, store, storage } = session;

  async function look(): Promise<void> {
    const { data } = await api.call<ResponseOf<typeof getVisitorCallBack>>('GET', '/call-backs/current');
    const state = data?.state ?? 'done';
    if (state === 'calling') {
      session.post({ trunkline: 'ring' });
      // Who has the panel open sees it there.
      if (!store.get().calling) store.set({ calling: 'call-back' });
    }
    if (state === 'done' || state === 'missed' || state === 'cancelled') {
      storage.remove('call-back');
      store.set({ hasCallBack: false });
    }
  }

  const moved = () => void look().catch(() => undefined);
  connect(session);
  // Once for each line: another panel may have asked for another call.
  if (session.socket === watched) return;
  watched = session.socket;
  session.socket?.on('call-back-moved', moved);
  session.socket?.on('connect', moved);
}
