import type { getVisitorCall, ResponseOf, VisitorCall } from '@trunkline/contract';
import { connect } from '../chat/live.ts';
import type { Session } from '../chat/session.ts';
import { createStore } from '../chat/store.ts';
import { openMeeting, type OpenMeeting } from './meeting.ts';

export type CallView = {
  status: 'asking' | 'starting' | 'on' | 'over' | 'removed' | 'failed' | 'busy';
  call: VisitorCall | null;
  meeting: OpenMeeting | null;
};

/** Keeps what is shown of a call, and the meeting itself, as the server says that the call stands. */
export function followCall(session: Session) {
  const { api, vault } = session;
  const view = createStore<CallView>({ status: 'asking', call: null, meeting: null });

  async function take(call: VisitorCall | null): Promise<void> {
    const { status, meeting } = view.get();
    view.set({ call });
    if (status === 'removed') return;
    if (!call || call.state === 'ended' || !call.token) {
      if (status !== 'asking' || call) end();
      return;
    }
    vault.write('call', 'on');
    view.set({ status: 'on' });
    if (meeting || status === 'on') return;
    const { url, token, kind } = call;
    const opened = openMeeting({ url, token, kind }, ({ why }) => {
      if (why === 'removed') stop('removed');
      else void look(true);
    });
    view.set({ meeting: opened });
  }

  function end(): void {
    // Who was put out is told so, whatever becomes of the call.
    if (view.get().status === 'removed') return;
    vault.remove('call');
    stop('over');
  }

  function stop(status: CallView['status']): void {
    const { meeting } = view.get();
    view.set({ status, meeting: null });
    void meeting?.line.leave();
  }

  /** How the call stands now; after the line failed, whether it still stands at all. */
  async function look(hasFailed = false): Promise<void> {
    const { data } = await api.call<ResponseOf<typeof getVisitorCall>>('GET', '/calls/current');
    await take(data);
    if (hasFailed && view.get().status === 'on') stop('failed');
  }

  function follow(): void {
    connect(session);
    const moved = () => void look().catch(() => undefined);
    session.socket?.on('call-moved', moved);
    session.socket?.on('connect', moved);
  }

  return { view, take, look, follow };
}
