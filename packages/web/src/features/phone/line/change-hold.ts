import type { RTCSession } from 'jssip/lib/RTCSession';

/** How JsSIP is told what became of a request within a call. */
type HoldHandlers = {
  onErrorResponse: (response?: Response) => void;
  onDialogError: (response: Response) => void;
  onRequestTimeout: () => void;
  onTransportError: () => void;
};
type Response = { status_code: number };
type Options = { eventHandlers: HoldHandlers };

/** What JsSIP keeps of a hold; its types leave it out. */
type SessionInternals = {
  _localHold: boolean;
  _setLocalMediaStatus: () => void;
  sendRequest: (method: string, options?: Options) => unknown;
};

/** How JsSIP ends a call whose hold, or its end, the gateway refuses. */
const REFUSED = new Set(['Hold Failed', 'Unhold Failed']);
const TIMED_OUT = 408;

/**
 * Holds or resumes the call at the gateway. Resolves with whether it has done so. Where it refuses or does not answer, the call goes
 * on as it was, although JsSIP would end it: only the change has failed, and voices may still be heard. A call that the gateway no
 * longer has (481) ends.
 */
export function changeHold(session: RTCSession, isHeld: boolean): Promise<boolean> {
  const inside = session as unknown as SessionInternals;
  return new Promise((resolve) => {
    const settle = (isDone: boolean) => {
      Reflect.deleteProperty(session, 'terminate');
      Reflect.deleteProperty(session, 'sendRequest');
      session.off('ended', ended);
      resolve(isDone);
    };
    const ended = () => settle(false);
    const end = session.terminate.bind(session);
    session.terminate = (options) => {
      if (!REFUSED.has(options?.reason_phrase ?? '')) return end(options);
      undo(session, !isHeld).then(
        () => settle(false),
        () => settle(false),
      );
    };
    const send = inside.sendRequest.bind(session);
    inside.sendRequest = (method, options) =>
      send(method, method === 'INVITE' && options ? refuseWhenUnanswered(options) : options);
    session.on('ended', ended);
    const done = () => settle(true);
    const isBegun = isHeld ? session.hold({}, done) : session.unhold({}, done);
    if (!isBegun) settle(false);
  });
}

/** Has a request that is not answered, or whose connection breaks, count as refused. */
function refuseWhenUnanswered({ eventHandlers: told, ...options }: Options): Options {
  const refused = () => told.onErrorResponse();
  return {
    ...options,
    eventHandlers: {
      ...told,
      onRequestTimeout: refused,
      onTransportError: refused,
      onDialogError: (response) =>
        response.status_code === TIMED_OUT ? refused() : told.onDialogError(response),
    },
  };
}

/** Takes the offer back that was refused. */
async function undo(session: RTCSession, wasHeld: boolean): Promise<void> {
  const inside = session as unknown as SessionInternals;
  // oxlint-disable-next-line no-underscore-dangle -- JsSIP has no other way to say that the hold is as it was
  inside._localHold = wasHeld;
  // oxlint-disable-next-line no-underscore-dangle -- as above: the microphone follows the hold
  inside._setLocalMediaStatus();
  await session.connection.setLocalDescription({ type: 'rollback' });
}
