import { later, type Session } from './session.ts';

const EVERY_MS = 3000;
const ENDS_MS = 5000;
/** A mark that is not renewed ends by itself: the agent may have closed the screen. */
const AGENT_MS = 9000;

const lastTold = new WeakMap<Session, number>();

/** The visitor is writing: told now and then, not with every key, and taken back when they stop. */
export function tellTyping(session: Session, isTyping: boolean): void {
  const last = lastTold.get(session) ?? 0;
  if (!isTyping) {
    window.clearTimeout(session.timers.ownTyping);
    lastTold.delete(session);
    if (last > 0) session.socket?.emit('typing', { typing: false });
    return;
  }
  later(session, 'ownTyping', ENDS_MS, () => tellTyping(session, false));
  if (Date.now() - last < EVERY_MS) return;
  lastTold.set(session, Date.now());
  // `volatile`: what is said about now is worth nothing after a cut.
  session.socket?.volatile.emit('typing', { typing: true });
}

export function takeTyping(session: Session, isTyping: boolean): void {
  session.store.set({ isAgentTyping: isTyping });
  if (isTyping) later(session, 'agentTyping', AGENT_MS, () => session.store.set({ isAgentTyping: false }));
}
