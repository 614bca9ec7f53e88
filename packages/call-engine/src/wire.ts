/** A message from the call library: `action` names it, the other fields belong to it. */
export type LibraryRequest = { action: string; callbackStamp?: string } & Record<string, unknown>;

/** A message to the call library. */
export type LibraryMessage = { action: string } & Record<string, unknown>;

/** The message channel to one call instance of the library on this page. */
export type Wire = {
  post: (message: LibraryMessage) => void;
  /** Answers a request that carries a callback; other requests expect no answer. */
  answer: (request: LibraryRequest, fields: Record<string, unknown>) => void;
};

/** Handles a message: its return value is the answer, an exception becomes the answer's `error`. */
export type Handler = (request: LibraryRequest) => unknown;
export type Handlers = Record<string, Handler>;

const WHAT = 'iframe-call-message';

type Envelope = LibraryRequest & { what?: string; from?: string; callClientId?: string };

/** Whether a message posted to this window is for this engine; the library posts to its own window, where other messages pass as well. */
export function isEngineRequest(data: unknown, callClientId: string): data is LibraryRequest {
  if (typeof data !== 'object' || data === null) return false;
  const { what, from, callClientId: id, action } = data as Partial<Envelope>;
  return what === WHAT && from === 'module' && id === callClientId && typeof action === 'string';
}

export function createWire(callClientId: string, target: Pick<Window, 'postMessage'>, origin: string): Wire {
  const post = (message: LibraryMessage) =>
    target.postMessage({ ...message, what: WHAT, from: 'embedded', callClientId }, origin);
  return {
    post,
    answer: ({ callbackStamp }, fields) => {
      if (callbackStamp) post({ ...fields, action: 'answer', callbackStamp });
    },
  };
}
