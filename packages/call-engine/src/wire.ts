/** A message of the call library, as it arrives: `action` names it, the rest belongs to it. */
export type Request = { action: string; callbackStamp?: string } & Record<string, unknown>;

/** A message for the call library. */
export type Message = { action: string } & Record<string, unknown>;

/** The line to one call instance of the library on this page. */
export type Wire = {
  post: (message: Message) => void;
  /** Answers a request that carries a callback; the others expect nothing. */
  answer: (request: Request, fields: Record<string, unknown>) => void;
};

/** What a message does: what it returns is the answer, what it throws is the answer's `error`. */
export type Handler = (request: Request) => unknown;
export type Handlers = Record<string, Handler>;

const WHAT = 'iframe-call-message';

type Envelope = Request & { what?: string; from?: string; callClientId?: string };

/** The library posts to its own window; everything else that is posted there passes by. */
export function isForEngine(data: unknown, callClientId: string): data is Request {
  if (typeof data !== 'object' || data === null) return false;
  const { what, from, callClientId: id, action } = data as Partial<Envelope>;
  return what === WHAT && from === 'module' && id === callClientId && typeof action === 'string';
}

export function createWire(callClientId: string, target: Pick<Window, 'postMessage'>, origin: string): Wire {
  const post = (message: Message) =>
    target.postMessage({ ...message, what: WHAT, from: 'embedded', callClientId }, origin);
  return {
    post,
    answer: ({ callbackStamp }, fields) => {
      if (callbackStamp) post({ ...fields, action: 'answer', callbackStamp });
    },
  };
}
