import type { getVisitorCall, ResponseOf, VisitorCall } from '@trunkline/contract';
import { connect } from '../chat/live.ts';
import type { Session } from '../chat/session.ts';
import { createStore } from '../chat/store.ts';
import { joinMeeting, type Meeting } from './meeting.ts';

export type CallView = {
  status: 'asking' | 'starting' | 'on' | 'over' | 'failed' | 'busy';
  call: VisitorCall | null;
  meeting: Meeting | null;
};

/** Keeps what is shown of a call, and the meeting itself, as the server says that the call stands. */
export function followCall(session: Session) {
  const { api, vault } = session;
  const view = createStore<CallView>({ status: 'asking', call: null, meeting: null });

  async function take(call: VisitorCall | null): Promise<void> {
    const { status, meeting } = view.get();
    view.set({ call });
    if (!call || call.state === 'ended' || !call.token) {
      if (status !== 'asking' || call) end();
      return;
    }
    vault.write('call', 'on');
    view.set({ status: 'on' });
    if (meeting || status === 'on') return;
    const place = { url: call.url, token: call.token, isVideo: call.kind === 'video' };
    view.set({ meeting: await joinMeeting(place, () => void look(true)) });
  }

  function end(): void {
    vault.remove('call');
    const { meeting } = view.get();
    view.set({ status: 'over', meeting: null });
    void meeting?.leave();
  }

  /** How the call stands now; after the line failed, whether it still stands at all. */
  async function look(hasFailed = false): Promise<void> {
    const { data } = await api.call<ResponseOf<typeof getVisitorCall>>('GET', '/calls/current');
    await take(data);
    if (hasFailed && view.get().status === 'on') {
      const { meeting } = view.get();
      view.set({ status: 'failed', meeting: null });
      void meeting?.leave();
    }
  }

  function follow(): void {
    connect(session);
    const moved = () => void look().catch(() => undefined);
    session.socket?.on('call-moved', moved);
    session.socket?.on('connect', moved);
  }

  return { view, take, look, follow };
}
