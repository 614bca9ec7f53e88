/** A recorded use of the call library, with its result. */
export type RecordedUse = {
  id: string;
  call: string;
  args: unknown[];
  /** The recorded action: a function of the call, the library and the window. */
  script?: string;
  options?: Record<string, unknown>;
  outcome: string;
  kind?: string;
  value?: unknown;
  message?: unknown;
  sent?: { action: string }[];
  state: string;
  /** The result is a browser's own error, whose text does not matter. */
  incidental?: boolean;
};
export type Result = {
  outcome: string;
  kind?: string;
  value?: unknown;
  message?: unknown;
  sent: string[];
  state: string;
};

/** Runs in the page: defines `window.replay`, which carries out a case and returns its result. */
export function prepareReplay(): void {
  type Script = (call: unknown, library: unknown, page: Window) => unknown;
  const SETTLES_WITHIN_MS = 10_000;
  const library = (window as unknown as { Daily: Record<string, (...args: unknown[]) => unknown> }).Daily;

  const special: Record<string, (given: Record<string, unknown>) => unknown> = {
    undefined: () => undefined,
    nan: () => Number.NaN,
    bigint: () => 1n,
    function: () => () => undefined,
    symbol: () => Symbol('s'),
    date: () => new Date(0),
    arrayBuffer: () => new ArrayBuffer(8),
    nullproto: () => Object.create(null) as unknown,
    stream: () => new MediaStream(),
    instance: () => new URL('https://example.test'),
    circular: () => {
      const circle: Record<string, unknown> = {};
      circle['self'] = circle;
      return circle;
    },
    repeat: ({ text, count }) => String(text).repeat(Number(count)),
    set: ({ values }) => new Set(values as unknown[]),
    element: ({ tag }) => document.createElement(String(tag)),
    track: ({ kind }) =>
      kind === 'audio'
        ? new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0]
        : document.createElement('canvas').captureStream().getVideoTracks()[0],
  };
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== 'object' || value === null) return value;
    const name = (value as { $?: string }).$;
    if (name) return special[name]?.(value as Record<string, unknown>);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decode(each)]));
  };
  const kindOf = (value: unknown): string => {
    if (value === window.trial.call) return 'call';
    if (value === null) return 'null';
    if (Array.isArray(value)) return 'array';
    if (value instanceof Error) return value.name;
    return typeof value;
  };
  const plain = (value: unknown): unknown =>
    value === window.trial.call || value === undefined
      ? undefined
      : JSON.parse(JSON.stringify(value) ?? 'null');
  const messageOf = (thrown: unknown): unknown => (thrown instanceof Error ? thrown.message : plain(thrown));

  async function settle(returned: Promise<unknown>): Promise<Omit<Result, 'sent' | 'state'>> {
    let late: ReturnType<typeof setTimeout> | undefined;
    const pending = new Promise<{ outcome: string }>((resolve) => {
      late = setTimeout(() => resolve({ outcome: 'pending' }), SETTLES_WITHIN_MS);
    });
    const settled = returned.then(
      (value) => ({ outcome: 'resolves', kind: kindOf(value), value: plain(value) }),
      (error: unknown) => ({ outcome: 'rejects', kind: kindOf(error), message: messageOf(error) }),
    );
    const first = await Promise.race([settled, pending]);
    clearTimeout(late);
    return first;
  }

  function act({ call, args }: RecordedUse, script: Script | undefined): unknown {
    const target = window.trial.call as unknown as Record<string, (...given: unknown[]) => unknown>;
    if (script) return script(target, library, window);
    const given = (decode(args) ?? []) as unknown[];
    const name = call.replace(/^Daily\./, '');
    return call.startsWith('Daily.') ? library[name]!(...given) : target[name]!(...given);
  }

  async function replay(each: RecordedUse, script: Script | undefined): Promise<Result> {
    const sent: string[] = [];
    const keep = ({ data }: MessageEvent<{ what?: string; from?: string; action?: string }>) => {
      const isSent = data?.what === 'iframe-call-message' && data.from === 'module';
      if (isSent && data.action && data.action !== 'transmit-log') sent.push(data.action);
    };
    window.addEventListener('message', keep);
    let came: Omit<Result, 'sent' | 'state'>;
    try {
      const returned = act(each, script);
      came =
        returned instanceof Promise
          ? await settle(returned)
          : { outcome: 'returns', kind: kindOf(returned), value: plain(returned) };
    } catch (error) {
      came = { outcome: 'throws', kind: kindOf(error), message: messageOf(error) };
    }
    // Messages are delivered in order, so this one marks the end of those before it.
    await new Promise((resolve) => {
      window.addEventListener('message', ({ data }) => data === each.id && resolve(null));
      window.postMessage(each.id, window.location.origin);
    });
    const until = Date.now() + SETTLES_WITHIN_MS;
    while (window.trial.call.meetingState() !== each.state && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    window.removeEventListener('message', keep);
    return { ...came, sent, state: window.trial.call.meetingState() };
  }
  Object.assign(window, { replay });
}
