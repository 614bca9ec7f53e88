/** A message of the call library's protocol; `action` names it. */
type Message = { action?: unknown; callbackStamp?: unknown } & Record<string, unknown>;
type Envelope = Message & { what?: unknown; from?: unknown; callClientId?: unknown };

/** The part of the embedding site's join request that this page uses. */
export type JoinOptions = { userName?: string; startAudioOff: boolean; startVideoOff: boolean };

/** The embedding page, which runs the library's `createFrame`. */
type ParentFrame = { post: (message: Envelope, origin: string) => void; origin: string; id: string };

const WHAT = 'iframe-call-message';
/** Messages that this page sends itself, or that mean nothing to the embedding page. */
const KEPT_INSIDE = new Set<unknown>(['loaded', 'iframe-ready-for-launch-config']);

/** Options of other frames that this page does not support. */
const NOT_OF_THIS_PAGE = [
  'activeSpeakerMode',
  'cssFile',
  'cssText',
  'customIntegrations',
  'customTrayButtons',
  'showLocalVideo',
  'showParticipantsBar',
  'theme',
];

/**
 * The iframe side of the call library's protocol: a site's `createFrame` controls the call in this page and is told of
 * everything that happens in it. The call runs between this page's own instance of the library and the engine by the
 * same messages, which are passed on in both directions under the other side's id.
 */
export class Embedding {
  #outside: ParentFrame;
  #inside: string | undefined;
  /** A join request that arrived before `follow` was called. */
  #early: JoinOptions | undefined;
  #onJoin: (wish: JoinOptions) => void = (wish) => (this.#early = wish);
  #onLeave: () => void = () => undefined;
  #view: string | null = null;
  #onView: (view: string | null) => void = () => undefined;

  /** Returns the embedding page, as the library's parameters `emb` and `embHref` name it; undefined where there is none. */
  static find(): Embedding | undefined {
    // The address with which the page was loaded, because the router may have dropped unknown parameters since.
    const [loaded] = performance.getEntriesByType('navigation');
    const { searchParams: parameters } = new URL(loaded?.name ?? location.href);
    const [id, href] = [parameters.get('emb'), decoded(parameters.get('embHref') ?? '')];
    if (window.parent === window || !id || !URL.canParse(href)) return undefined;
    const post = (message: Envelope, origin: string) => window.parent.postMessage(message, origin);
    return new Embedding({ id, origin: new URL(href).origin, post });
  }

  constructor(outside: ParentFrame) {
    this.#outside = outside;
    window.addEventListener('message', (event) => this.#onWindowMessage(event));
    this.#postToParent({ action: 'iframe-ready-for-launch-config' });
  }

  /** `onJoin`: the embedding page joins the call; `onLeave`: it leaves before this page has joined. */
  follow(onJoin: (wish: JoinOptions) => void, onLeave: () => void): void {
    this.#onJoin = onJoin;
    this.#onLeave = onLeave;
    if (this.#early) onJoin(this.#early);
    this.#early = undefined;
  }

  /** `onView`: the embedding page opens or closes a panel beside the call. */
  followView(onView: (view: string | null) => void): void {
    this.#onView = onView;
  }

  /** Tells the embedding page which panel is open. */
  shows(view: string | null): void {
    if (view !== this.#view) this.#postToParent({ action: 'sidebar-view-changed', view });
    this.#view = view;
  }

  /** Passes on the messages of this page's instance of the library from now on. */
  attach(callClientId: string): void {
    this.#inside = callClientId;
  }

  #onWindowMessage({ data, origin, source }: MessageEvent): void {
    if (!isEnvelope(data)) return;
    if (source === window) this.#fromInside(data);
    else if (source === window.parent && origin === this.#outside.origin) this.#fromOutside(data);
  }

  #fromInside(message: Envelope): void {
    const isOurs = this.#inside !== undefined && message.callClientId === this.#inside;
    if (!isOurs || message.from !== 'embedded' || KEPT_INSIDE.has(message.action)) return;
    this.#postToParent(message);
  }

  #fromOutside(message: Envelope): void {
    if (message.from !== 'module' || message.callClientId !== this.#outside.id) return;
    if (message.action === 'iframe-launch-config') return this.#launch(message);
    if (message.action === 'join-meeting') return this.#onJoin(readJoinOptions(message['properties']));
    if (this.#isOfThePage(message)) return;
    if (this.#inside !== undefined)
      return window.postMessage({ ...message, callClientId: this.#inside }, location.origin);
    if (message.action === 'leave-meeting') {
      this.#onLeave();
      return this.#postToParent({ action: 'left-meeting' });
    }
    // An answer is sent in any case, so that no caller waits for ever.
    const { callbackStamp } = message;
    if (callbackStamp)
      this.#postToParent({ action: 'answer', callbackStamp, error: 'This is only possible after joining' });
  }

  #launch(properties: Envelope): void {
    this.#postToParent({ action: 'loaded' });
    for (const name of NOT_OF_THIS_PAGE.filter((each) => properties[each] !== undefined)) {
      const errorMsg = `"${name}" is not available: the page of a call looks as it does everywhere.`;
      this.#postToParent({ action: 'nonfatal-error', type: 'not-available', errorMsg });
    }
  }

  /** Carries out requests about panels, which the engine does not know; returns whether the message was one. */
  #isOfThePage({ action, callbackStamp, view }: Envelope): boolean {
    if (action === 'get-sidebar-view')
      this.#postToParent({ action: 'answer', callbackStamp, view: this.#view });
    else if (action === 'set-sidebar-view') this.#onView(typeof view === 'string' ? view : null);
    else return false;
    return true;
  }

  #postToParent(message: Message): void {
    const { id, origin, post } = this.#outside;
    post({ ...message, what: WHAT, from: 'embedded', callClientId: id }, origin);
  }
}

function readJoinOptions(properties: unknown): JoinOptions {
  const given = typeof properties === 'object' && properties !== null ? properties : {};
  const name: unknown = Reflect.get(given, 'userName');
  return {
    ...(typeof name === 'string' && name !== '' && { userName: name }),
    startAudioOff: Reflect.get(given, 'startAudioOff') === true,
    startVideoOff: Reflect.get(given, 'startVideoOff') === true,
  };
}

function isEnvelope(data: unknown): data is Envelope {
  return typeof data === 'object' && data !== null && Reflect.get(data, 'what') === WHAT;
}

/** Decodes once more, because the library encodes the address before it is encoded into the query. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
