import { setTimer, type ChatSession } from './session.ts';

const EVERY_MS = 3000;
const ENDS_MS = 5000;
/** The agent's typing mark ends by itself after this time, because the agent may have closed the page. */
const AGENT_MS = 9000;

const lastTold = new WeakMap<ChatSession, number>();

/** Tells the agent that the visitor is typing, at intervals and not with every key, and when they stop. */
export function sendTyping(session: ChatSession, isTyping: boolean): void {
  const last = lastTold.get(session) ?? 0;
  if (!isTyping) {
    window.clearTimeout(session.timers.ownTyping);
    lastTold.delete(session);
    if (last > 0) session.socket?.emit('typing', { typing: false });
    return;
  }
  setTimer(session, 'ownTyping', ENDS_MS, () => sendTyping(session, false));
  if (Date.now() - last < EVERY_MS) return;
  lastTold.set(session, Date.now());
  // `volatile`, because the message is useless if it is delivered after an interruption.
  session.socket?.volatile.emit('typing', { typing: true });
}

export function applyTyping(session: ChatSession, isTyping: boolean): void {
  session.store.set({ isAgentTyping: isTyping });
  if (isTyping) setTimer(session, 'agentTyping', AGENT_MS, () => session.store.set({ isAgentTyping: false }));
}
