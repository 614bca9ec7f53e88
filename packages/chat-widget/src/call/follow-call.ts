import type {
  getVisitorCall,
  getVisitorCallBack,
  ResponseOf,
  VisitorCall,
  VisitorCallBack,
} from '@trunkline/contract';
import { connect } from '../chat/live.ts';
import type { Session } from '../chat/session.ts';
import { createStore, type Store } from '../chat/store.ts';
import { openMeeting, type OpenMeeting } from '../talk/meeting.ts';

export type CallView = {
  /**
   * `lines-busy`: no new call is taken now. `written`, `arranged`: a message or a call-back took the place of the call.
   * `rings`: we are calling back.
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
  /** As it was typed for this call. */
  name: string;
  /** What is being filled in; who waits goes on waiting meanwhile. */
  form: 'message' | 'call-back' | null;
  meeting: OpenMeeting | null;
};

/** Where a call that goes on is this panel's own: elsewhere it only looks. */
const WANTS_IN: ReadonlySet<CallView['status']> = new Set(['asking', 'starting', 'on', 'failed', 'busy']);
const OPEN: readonly VisitorCallBack['state'][] = ['waiting', 'ringing', 'calling'];

/** Nothing but our asking tells the server that we are here still, where the room is a page in a frame. */
const LOOK_EVERY_MS = 15_000;
const isUnseen = ({ status, call }: CallView): boolean => status === 'on' && call?.platform === 'cloudflare';

/** One panel's look at a call: what it shows, and how it hears of changes. */
export type Following = {
  session: Session;
  view: Store<CallView>;
  follow: () => void;
  /** The panel is gone: what happens now is for the next one. */
  stop: () => void;
};

/** Keeps what is shown of a call, and the meeting itself, as the server says that the call stands. */
export function followCall(session: Session): Following {
  const view = createStore<CallView>({
    status: 'asking',
    call: null,
    callBack: null,
    name: '',
    form: null,
    meeting: null,
  });
  const following = { session, view, follow, stop };
  let timer: ReturnType<typeof setInterval> | undefined;
  const quietly = (act: () => Promise<void>) => () => void act().catch(() => undefined);
  const moved = quietly(async () => {
    // Nothing was asked of the server yet: then an old call is no news either.
    if (view.get().status !== 'asking') await look(following);
  });
  const news = {
    'call-moved': moved,
    connect: moved,
    'call-back-moved': quietly(() => lookBack(following)),
  };
  return following;

  function follow(): void {
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

/** Shows a call as it is, and goes into its room while it can be joined. */
export async function applyCall(following: Following, call: VisitorCall | null): Promise<void> {
  const { view, session } = following;
  const { status } = view.get();
  view.set({ call });
  // Who was put out is told so, whatever becomes of the call.
  if (status === 'removed') return;
  if (!call || call.state === 'ended' || !call.token) return takeEnd(following, call);
  if (call.rings) return view.set({ status: 'rings', form: null });
  // They have come in elsewhere, by the link or in another tab.
  if (!WANTS_IN.has(status)) return lookBack(following);
  session.storage.write('call', 'on');
  view.set({ status: 'on', ...(call.state === 'connected' && { form: null }) });
  if (status !== 'on') join(following, { ...call, token: call.token });
}

function takeEnd(following: Following, call: VisitorCall | null): Promise<void> | void {
  const { status } = following.view.get();
  if (status === 'rings') return lookBack(following);
  if (status !== 'asking' || call) end(following);
}

function join(following: Following, { url, token, kind, platform }: VisitorCall & { token: string }): void {
  const { view } = following;
  // A frame is its own way in.
  if (view.get().meeting || platform === 'cloudflare') return;
  const meeting = openMeeting({ url, token, kind, platform }, ({ why }) => {
    if (why === 'removed') leave(following, 'removed');
    else void look(following, true);
  });
  view.set({ meeting });
}

function end(following: Following): void {
  following.session.storage.remove('call');
  const { status } = following.view.get();
  leave(following, status === 'written' || status === 'arranged' ? status : 'over');
}

function leave({ view }: Following, status: CallView['status']): void {
  const { meeting } = view.get();
  view.set({ status, meeting: null });
  void meeting?.line.leave();
}

/** The room cannot be shown. */
export const fail = (following: Following): void => leave(following, 'failed');

/** How the call stands now; after the line failed, whether it still stands at all. */
export async function look(following: Following, hasFailed = false): Promise<void> {
  const { session, view } = following;
  const { data } = await session.api.call<ResponseOf<typeof getVisitorCall>>('GET', '/calls/current');
  await applyCall(following, data);
  if (hasFailed && view.get().status === 'on') leave(following, 'failed');
}

/** How the call-back stands now. */
export async function lookBack(following: Following): Promise<void> {
  const { api } = following.session;
  const { data } = await api.call<ResponseOf<typeof getVisitorCallBack>>('GET', '/call-backs/current');
  await takeBack(following, data);
}

/** Shows a call-back as it is. What is over is no longer asked about on the next page. */
export async function takeBack(following: Following, callBack: VisitorCallBack | null): Promise<void> {
  const { session, view } = following;
  const isOpen = callBack !== null && OPEN.includes(callBack.state);
  if (isOpen) session.storage.write('call-back', 'on');
  else session.storage.remove('call-back');
  session.store.set({ hasCallBack: isOpen });
  const { status, meeting } = view.get();
  view.set({ callBack, ...(status === 'rings' && { status: 'arranged' }) });
  if (callBack?.state === 'calling' && !meeting) await look(following);
}
