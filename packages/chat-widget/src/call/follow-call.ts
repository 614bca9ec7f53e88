import type {
  getVisitorCall,
  getVisitorCallBack,
  ResponseOf,
  VisitorCall,
  VisitorCallBack,
} from '@trunkline/contract';
import { connect } from '../chat/live.ts';
import type { ChatSession } from '../chat/session.ts';
import { createStore, type Store } from '../chat/store.ts';
import { openMeeting, type OpenMeeting } from '../talk/meeting.ts';

export type WidgetCallView = {
  /**
   * `lines-busy`: the server accepts no new calls at the moment. `written`, `arranged`: a message or a call-back has
   * replaced the call. `rings`: an agent calls back.
   */
  status:
    | 'asking'
    | 'starting'
    | 'on'
    | 'over'
    | 'removed'
    | 'failed'
    | 'busy'
    | 'lines-busy'
    | 'written'
    | 'arranged'
    | 'rings';
  call: VisitorCall | null;
  callBack: VisitorCallBack | null;
  /** The name as it was typed for this call. */
  name: string;
  /** The open form; a waiting call goes on meanwhile. */
  form: 'message' | 'call-back' | null;
  meeting: OpenMeeting | null;
};

/** The states in which this panel joins a call in progress; in all others it only shows it. */
const WANTS_IN: ReadonlySet<WidgetCallView['status']> = new Set([
  'asking',
  'starting',
  'on',
  'failed',
  'busy',
]);
const OPEN: readonly VisitorCallBack['state'][] = ['waiting', 'ringing', 'calling'];

/** Interval of polling for rooms in a frame, because the server has no other sign that the visitor is still there. */
const LOOK_EVERY_MS = 15_000;
const isUnseen = ({ status, call }: WidgetCallView): boolean =>
  status === 'on' && call?.platform === 'cloudflare';

/** What one panel knows of a call, and how it is updated. */
export type FollowedCall = {
  session: ChatSession;
  view: Store<WidgetCallView>;
  start: () => void;
  /** Called when the panel is closed; later changes are for the next panel. */
  stop: () => void;
};

/** Keeps the shown call and its meeting in the state that the server reports. */
export function followCall(session: ChatSession): FollowedCall {
  const view = createStore<WidgetCallView>({
    status: 'asking',
    call: null,
    callBack: null,
    name: '',
    form: null,
    meeting: null,
  });
  const following = { session, view, start, stop };
  let timer: ReturnType<typeof setInterval> | undefined;
  const quietly = (act: () => Promise<void>) => () => void act().catch(() => undefined);
  const moved = quietly(async () => {
    // Before the server was asked for a call, the end of an earlier one is not shown.
    if (view.get().status !== 'asking') await refreshCall(following);
  });
  const news = {
    'call-moved': moved,
    connect: moved,
    'call-back-moved': quietly(() => refreshCallBack(following)),
  };
  return following;

  function start(): void {
    connect(session);
    stop();
    for (const [name, heard] of Object.entries(news)) session.socket?.on(name, heard);
    timer = setInterval(() => isUnseen(view.get()) && moved(), LOOK_EVERY_MS);
  }

  function stop(): void {
    clearInterval(timer);
    for (const [name, heard] of Object.entries(news)) session.socket?.off(name, heard);
  }
}

/** Shows the current state of a call, and joins its room as soon as that is possible. */
export async function applyCall(following: FollowedCall, call: VisitorCall | null): Promise<void> {
  const { view, session } = following;
  const { status } = view.get();
  view.set({ call });
  // Somebody who was removed is told so, whatever happens to the call afterwards.
  if (status === 'removed') return;
  if (!call || call.state === 'ended' || !call.token) return applyEnd(following, call);
  if (call.rings) return view.set({ status: 'rings', form: null });
  // The visitor has joined elsewhere, by the link or in another tab.
  if (!WANTS_IN.has(status)) return refreshCallBack(following);
  session.storage.write('call', 'on');
  view.set({ status: 'on', ...(call.state === 'connected' && { form: null }) });
  if (status !== 'on') join(following, { ...call, token: call.token });
}

function applyEnd(following: FollowedCall, call: VisitorCall | null): Promise<void> | void {
  const { status } = following.view.get();
  if (status === 'rings') return refreshCallBack(following);
  if (status !== 'asking' || call) end(following);
}

function join(
  following: FollowedCall,
  { url, token, kind, platform }: VisitorCall & { token: string },
): void {
  const { view } = following;
  // Rooms in a frame join by themselves.
  if (view.get().meeting || platform === 'cloudflare') return;
  const meeting = openMeeting({ url, token, kind, platform }, ({ why }) => {
    if (why === 'removed') leaveMeeting(following, 'removed');
    else void refreshCall(following, true);
  });
  view.set({ meeting });
}

function end(following: FollowedCall): void {
  following.session.storage.remove('call');
  const { status } = following.view.get();
  leaveMeeting(following, status === 'written' || status === 'arranged' ? status : 'over');
}

function leaveMeeting({ view }: FollowedCall, status: WidgetCallView['status']): void {
  const { meeting } = view.get();
  view.set({ status, meeting: null });
  void meeting?.line.leave();
}

/** Reports that the room could not be shown. */
export const reportRoomFailure = (following: FollowedCall): void => leaveMeeting(following, 'failed');

/** Fetches the current state of the call; after a failed connection also whether it still exists. */
export async function refreshCall(following: FollowedCall, hasFailed = false): Promise<void> {
  const { session, view } = following;
  const { data } = await session.api.call<ResponseOf<typeof getVisitorCall>>('GET', '/calls/current');
  await applyCall(following, data);
  if (hasFailed && view.get().status === 'on') leaveMeeting(following, 'failed');
}

/** Fetches the current state of the call-back. */
export async function refreshCallBack(following: FollowedCall): Promise<void> {
  const { api } = following.session;
  const { data } = await api.call<ResponseOf<typeof getVisitorCallBack>>('GET', '/call-backs/current');
  await applyCallBack(following, data);
}

/** Shows the current state of a call-back. One that is over is forgotten, so that the next page does not ask for it. */
export async function applyCallBack(
  following: FollowedCall,
  callBack: VisitorCallBack | null,
): Promise<void> {
  const { session, view } = following;
  const isOpen = callBack !== null && OPEN.includes(callBack.state);
  if (isOpen) session.storage.write('call-back', 'on');
  else session.storage.remove('call-back');
  session.store.set({ hasCallBack: isOpen });
  const { status, meeting } = view.get();
  view.set({ callBack, ...(status === 'rings' && { status: 'arranged' }) });
  if (callBack?.state === 'calling' && !meeting) await refreshCall(following);
}
