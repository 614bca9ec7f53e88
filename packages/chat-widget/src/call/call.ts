import type { BodyOf, CallKind, rateVisitorCall, ResponseOf, startVisitorCall } from '@trunkline/contract';
import { ApiError } from '../chat/api.ts';
import { ensureVisitor, newClientKey, type Session } from '../chat/session.ts';
import type { Store } from '../chat/store.ts';
import { LIMITS } from '../limits.ts';
import { followCall, type CallView } from './follow-call.ts';

export type CallControl = {
  view: Store<CallView>;
  start: (name: string) => Promise<void>;
  /** Takes up a call that was going on when the page was loaded. */
  resume: () => Promise<void>;
  hangUp: () => Promise<void>;
  rate: (rating: number, comment: string) => Promise<void>;
  close: () => void;
};

/** One visitor's call, from the button to the rating. */
export function createCall(session: Session, kind: CallKind | 'again'): CallControl {
  const { api, vault, store } = session;
  const { view, take, look, follow } = followCall(session);
  const clientKey = newClientKey();

  async function attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === 'conflict';
      view.set({ status: isBusy ? 'busy' : 'failed' });
    }
  }

  return {
    view,
    start: (name) =>
      attempt(async () => {
        view.set({ status: 'starting' });
        await ensureVisitor(session);
        const body: BodyOf<typeof startVisitorCall> = {
          client_key: clientKey,
          kind: kind === 'again' ? 'voice' : kind,
          name,
          page: store.get().page.slice(0, LIMITS.url),
        };
        const { data } = await api.call<ResponseOf<typeof startVisitorCall>>('POST', '/calls', body);
        follow();
        await take(data);
      }),
    resume: () =>
      attempt(async () => {
        follow();
        await look();
        if (!view.get().call) close();
      }),
    hangUp: () =>
      attempt(async () => {
        const { call } = view.get();
        if (call) await api.call('POST', '/calls/end', { room_name: call.room_name });
        await look();
      }),
    rate: (rating, comment) =>
      attempt(async () => {
        const { call } = view.get();
        if (!call) return;
        const body: BodyOf<typeof rateVisitorCall> = { room_name: call.room_name, rating, comment };
        await api.call('POST', '/calls/rate', body);
        await look();
      }),
    close,
  };

  function close(): void {
    vault.remove('call');
    store.set({ calling: null });
  }
}
