/** A message between the call library and what it talks to: `action` names it. */
type Message = { action?: unknown; callbackStamp?: unknown } & Record<string, unknown>;
type Envelope = Message & { what?: unknown; from?: unknown; callClientId?: unknown };

/** What the embedding page asked for when it joined, as far as this page has a use for it. */
export type Wish = { userName?: string; startAudioOff: boolean; startVideoOff: boolean };

/** The page around this one, of which the library's `createFrame` is a part. */
type Outside = { post: (message: Envelope, origin: string) => void; origin: string; id: string };

const WHAT = 'iframe-call-message';
/** Said to the embedding page by this page itself, or of no meaning there. */
const KEPT_INSIDE = new Set<unknown>(['loaded', 'iframe-ready-for-launch-config']);

/** What a frame may be made with elsewhere, and this page does not have. */
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
 * The iframe side of the call library's protocol: a page made by `createFrame` on somebody's site drives the call in this
 * page, and hears of everything that happens in it. The call itself runs between this page's own instance of the library
 * and the engine, by the same messages: here they are handed on, in both directions, under the other's name.
 */
export class Embedding {
  #outside: Outside;
  #inside: string | undefined;
  /** What was asked for before anybody followed: the page may come to it later than the site does. */
  #early: Wish | undefined;
  #onJoin: (wish: Wish) => void = (wish) => (this.#early = wish);
  #onLeave: () => void = () => undefined;
  #view: string | null = null;
  #onView: (view: string | null) => void = () => undefined;

  /** The embedding page as the library's parameters `emb` and `embHref` name it; nothing where there is none. */
  static find(): Embedding | undefined {
    // As the page was loaded: a router may have put away by now what it does not know.
    const [loaded] = performance.getEntriesByType('navigation');
    const { searchParams: parameters } = new URL(loaded?.name ?? location.href);
    const [id, href] = [parameters.get('emb'), decoded(parameters.get('embHref') ?? '')];
    if (window.parent === window || !id || !URL.canParse(href)) return undefined;
    const post = (message: Envelope, origin: string) => window.parent.postMessage(message, origin);
    return new Embedding({ id, origin: new URL(href).origin, post });
  }

  constructor(outside: Outside) {
    this.#outside = outside;
    window.addEventListener('message', (event) => this.#take(event));
    this.#tell({ action: 'iframe-ready-for-launch-config' });
  }

  /** `onJoin`: the embedding page wants to be in the call; `onLeave`: it leaves before this page has joined. */
  follow(onJoin: (wish: Wish) => void, onLeave: () => void): void {
    this.#onJoin = onJoin;
    this.#onLeave = onLeave;
    if (this.#early) onJoin(this.#early);
    this.#early = undefined;
  }

  /** `onView`: the embedding page wants something opened beside the call, or nothing any more. */
  followView(onView: (view: string | null) => void): void {
    this.#onView = onView;
  }

  /** Tells the embedding page what is open beside the call. */
  shows(view: string | null): void {
    if (view !== this.#view) this.#tell({ action: 'sidebar-view-changed', view });
    this.#view = view;
  }

  /** Hands on the messages of this page's instance of the library from now on. */
  attach(callClientId: string): void {
    this.#inside = callClientId;
  }

  #take({ data, origin, source }: MessageEvent): void {
    if (!isEnvelope(data)) return;
    if (source === window) this.#fromInside(data);
    else if (source === window.parent && origin === this.#outside.origin) this.#fromOutside(data);
  }

  #fromInside(message: Envelope): void {
    const isOurs = this.#inside !== undefined && message.callClientId === this.#inside;
    if (!isOurs || message.from !== 'embedded' || KEPT_INSIDE.has(message.action)) return;
    this.#tell(message);
  }

  #fromOutside(message: Envelope): void {
    if (message.from !== 'module' || message.callClientId !== this.#outside.id) return;
    if (message.action === 'iframe-launch-config') return this.#launch(message);
    if (message.action === 'join-meeting') return this.#onJoin(wishIn(message['properties']));
    if (this.#isOfThePage(message)) return;
    if (this.#inside !== undefined)
      return window.postMessage({ ...message, callClientId: this.#inside }, location.origin);
    if (message.action === 'leave-meeting') {
      this.#onLeave();
      return this.#tell({ action: 'left-meeting' });
    }
    // Whoever asks is never left waiting.
    const { callbackStamp } = message;
    if (callbackStamp)
      this.#tell({ action: 'answer', callbackStamp, error: 'This is only possible after joining' });
  }

  #launch(properties: Envelope): void {
    this.#tell({ action: 'loaded' });
    for (const name of NOT_OF_THIS_PAGE.filter((each) => properties[each] !== undefined)) {
      const errorMsg = `"${name}" is not available: the page of a call looks as it does everywhere.`;
      this.#tell({ action: 'nonfatal-error', type: 'not-available', errorMsg });
    }
  }

  /** What the page itself carries out, whose engine knows nothing of what stands beside a call. */
  #isOfThePage({ action, callbackStamp, view }: Envelope): boolean {
    if (action === 'get-sidebar-view') this.#tell({ action: 'answer', callbackStamp, view: this.#view });
    else if (action === 'set-sidebar-view') this.#onView(typeof view === 'string' ? view : null);
    else return false;
    return true;
  }

  #tell(message: Message): void {
    const { id, origin, post } = this.#outside;
    post({ ...message, what: WHAT, from: 'embedded', callClientId: id }, origin);
  }
}

function wishIn(properties: unknown): Wish {
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

/** The library encodes the address before it puts it into the query, where the browser decodes once. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
