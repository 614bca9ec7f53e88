import type {
  answerCallBack,
  requestVisitorCallBack,
  BodyOf,
  CallKind,
  cancelVisitorCallBack,
  leaveCallMessage,
  rateVisitorCall,
  ResponseOf,
  startVisitorCall,
} from '@trunkline/contract';
import { ApiError } from '../chat/api.ts';
import { submitChatForm as attemptForm, type ChatFormResult } from '../chat/chat-actions.ts';
import type { ChatValues } from '../chat/form.ts';
import { ensureVisitor, type ChatSession } from '../chat/session.ts';
import { newClientKey } from '../client-key.ts';
import type { Store } from '../chat/store.ts';
import { refresh } from '../chat/sync.ts';
import { LIMITS } from '../limits.ts';
import {
  reportRoomFailure,
  followCall,
  refreshCall,
  refreshCallBack,
  applyCall,
  applyCallBack,
  type WidgetCallView,
  type FollowedCall,
} from './follow-call.ts';
import { watchCallBack } from './watch-call-back.ts';

/** Why the panel was opened: for a new call, for one in progress when the page was loaded, or for a call-back. */
export type CallPurpose = CallKind | 'again' | 'call-back';

export type CallControl = {
  view: Store<WidgetCallView>;
  start: (name: string) => Promise<void>;
  /** Rejoins a call that was in progress when the page was loaded. */
  resume: () => Promise<void>;
  /** Shows the requested call-back, or the form to request one. */
  showCallBack: () => Promise<void>;
  /** Notices a call-back that starts while the panel shows something else. */
  listen: () => void;
  /** Called when the panel is closed. */
  stop: () => void;
  fillIn: (form: WidgetCallView['form']) => void;
  leaveMessage: (values: ChatValues, clientKey: string) => Promise<ChatFormResult>;
  /** `at` in ISO 8601; null for as soon as possible. */
  askCallBack: (values: ChatValues, clientKey: string, at: string | null) => Promise<ChatFormResult>;
  cancelCallBack: () => Promise<void>;
  answer: (accept: boolean) => Promise<void>;
  /** Reports that the room could not be shown. */
  fail: () => void;
  hangUp: () => Promise<void>;
  rate: (rating: number, comment: string) => Promise<void>;
  close: () => void;
};

/** Controls one visitor's call, from the button to the rating. */
export function createCall(session: ChatSession, kind: CallPurpose): CallControl {
  const { api, storage, store } = session;
  const following = followCall(session);
  const { view, start: follow, stop } = following;
  const clientKey = newClientKey();

  async function attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      view.set({ status: failureOf(error) });
    }
  }

  function close(): void {
    storage.remove('call');
    store.set({ calling: null });
  }

  return {
    view,
    listen: follow,
    stop,
    close,
    fail: () => reportRoomFailure(following),
    ...withoutWaiting(following, kind),
    fillIn: (form) => view.set({ form }),
    start: (name) => attempt(() => start(following, { name, clientKey, kind: kindOf(kind) })),
    resume: () =>
      attempt(async () => {
        follow();
        await refreshCall(following);
        if (!view.get().call) close();
      }),
    showCallBack: () => attempt(() => showCallBack(following)),
    cancelCallBack: () =>
      attempt(async () => {
        type Answer = ResponseOf<typeof cancelVisitorCallBack>;
        const { data } = await api.call<Answer>('POST', '/call-backs/cancel', {});
        await applyCallBack(following, data);
      }),
    answer: (accept) => attempt(() => answer(following, accept)),
    hangUp: () =>
      attempt(async () => {
        const { call } = view.get();
        if (call) await api.call('POST', '/calls/end', { room_name: call.room_name });
        await refreshCall(following);
      }),
    rate: (rating, comment) =>
      attempt(async () => {
        const { call } = view.get();
        if (!call) return;
        const body: BodyOf<typeof rateVisitorCall> = { room_name: call.room_name, rating, comment };
        await api.call('POST', '/calls/rate', body);
        await refreshCall(following);
      }),
  };
}

const kindOf = (kind: CallPurpose): CallKind => (kind === 'video' ? 'video' : 'voice');
const pageOf = ({ store }: ChatSession): string => store.get().page.slice(0, LIMITS.url);

type CallStart = { name: string; clientKey: string; kind: CallKind };

async function start(following: FollowedCall, { name, clientKey, kind }: CallStart): Promise<void> {
  const { session, view } = following;
  view.set({ status: 'starting', name });
  await ensureVisitor(session);
  const body: BodyOf<typeof startVisitorCall> = { client_key: clientKey, kind, name, page: pageOf(session) };
  const { data } = await session.api.call<ResponseOf<typeof startVisitorCall>>('POST', '/calls', body);
  following.start();
  await applyCall(following, data);
}

/** Shows the requested call-back, or the form to request one. */
async function showCallBack(following: FollowedCall): Promise<void> {
  const { session, view } = following;
  if (session.store.get().hasCallBack) {
    following.start();
    await refreshCallBack(following);
    if (view.get().status !== 'asking') return;
  }
  view.set(session.store.get().hasCallBack ? { status: 'arranged' } : { form: 'call-back' });
}

/** Accepts or declines the call of an agent who calls back. */
async function answer(following: FollowedCall, accept: boolean): Promise<void> {
  const { session, view } = following;
  const { call } = view.get();
  if (!call) return;
  const body: BodyOf<typeof answerCallBack> = { room_name: call.room_name, accept };
  type Answer = ResponseOf<typeof answerCallBack>;
  const { data } = await session.api.call<Answer>('POST', '/call-backs/answer', body);
  view.set({ status: accept ? 'starting' : 'arranged' });
  await applyCall(following, data);
  await refreshCallBack(following);
}

/** Sends what replaces a call that nobody answers: a message or a request for a call-back. */
function withoutWaiting(
  following: FollowedCall,
  kind: CallPurpose,
): Pick<CallControl, 'leaveMessage' | 'askCallBack'> {
  const { session, view } = following;
  const { api } = session;

  /** Returns the visitor's data, with the call that they came from, if there was one. */
  function asker({ name = '', email }: ChatValues, key: string) {
    const { call } = view.get();
    return {
      client_key: key,
      name,
      page: pageOf(session),
      ...(email && { email }),
      ...(call && { room_name: call.room_name }),
    };
  }

  /** The server has ended the call in favour of the message or call-back, so the panel closes it too. */
  async function replaceBy(status: 'written' | 'arranged'): Promise<void> {
    view.set({ status, form: null });
    if (view.get().call) await refreshCall(following);
    // Fetches the chat, which shows the message and later its reply.
    await refresh(session);
  }

  return {
    leaveMessage: (values, key) =>
      attemptForm(session, async () => {
        await ensureVisitor(session);
        const { question = '' } = values;
        const body: BodyOf<typeof leaveCallMessage> = { ...asker(values, key), body: question };
        await api.call('POST', '/calls/message', body);
        await replaceBy('written');
      }),
    askCallBack: (values, key, at) =>
      attemptForm(session, async () => {
        await ensureVisitor(session);
        const { phone } = values;
        const body: BodyOf<typeof requestVisitorCallBack> = {
          ...asker(values, key),
          kind: view.get().call?.kind ?? kindOf(kind),
          at,
          ...(phone && { phone }),
        };
        const { data } = await api.call<ResponseOf<typeof requestVisitorCallBack>>(
          'POST',
          '/call-backs',
          body,
        );
        following.start();
        await applyCallBack(following, data);
        watchCallBack(session);
        await replaceBy('arranged');
      }),
  };
}

function failureOf(error: unknown): WidgetCallView['status'] {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'lines_busy') return 'lines-busy';
  return code === 'conflict' ? 'busy' : 'failed';
}
