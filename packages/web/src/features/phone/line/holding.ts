import type { RTCSession } from 'jssip/lib/RTCSession';

/** What JsSIP keeps of a hold; its types leave it out. */
type Inside = { _localHold: boolean; _setLocalMediaStatus: () => void };

/** How JsSIP ends a call whose hold, or its end, the gateway refuses. */
const REFUSED = new Set(['Hold Failed', 'Unhold Failed']);

/**
 * Holds or resumes the call at the gateway. Resolves with whether it has done so; where it refuses, the call goes on as it was:
 * JsSIP would end it, although only the change has failed (RFC 3261, section 14.1).
 */
export function changeHold(session: RTCSession, isHeld: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isDone: boolean) => {
      Reflect.deleteProperty(session, 'terminate');
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
    session.on('ended', ended);
    const done = () => settle(true);
    const isBegun = isHeld ? session.hold({}, done) : session.unhold({}, done);
    if (!isBegun) settle(false);
  });
}

/** Takes the offer back that was refused. */
async function undo(session: RTCSession, wasHeld: boolean): Promise<void> {
  const inside = session as unknown as Inside;
  // oxlint-disable-next-line no-underscore-dangle -- JsSIP has no other way to say that the hold is as it was
  inside._localHold = wasHeld;
  // oxlint-disable-next-line no-underscore-dangle -- as above: the microphone follows the hold
  inside._setLocalMediaStatus();
  await session.connection.setLocalDescription({ type: 'rollback' });
}
