import { countUnread, newestReceived } from './messages.ts';
import { handleRefusal } from './problems.ts';
import type { ChatSession } from './session.ts';

/** Reports messages that the visitor sees as read, and updates the number on the launcher. */
export function followReading(session: ChatSession): void {
  let reported = -1;
  const follow = () => {
    markSeen(session);
    const { messages, lastReadId } = session.store.get();
    const unread = countUnread(messages, lastReadId);
    if (unread !== reported) session.post({ trunkline: 'unread', count: unread });
    reported = unread;
  };
  session.store.subscribe(follow);
  document.addEventListener('visibilitychange', follow);
}

function markSeen(session: ChatSession): void {
  const { store, api, storage } = session;
  const { messages, lastReadId, isOpen } = store.get();
  if (!isOpen || document.visibilityState !== 'visible') return;
  const newest = newestReceived(messages);
  if (!newest) return;
  if (newest.state !== 'read' && newest.id > session.lastReportedId) {
    session.lastReportedId = newest.id;
    api.markRead(newest.id).catch((error: unknown) => handleRefusal(session, error));
  }
  if (newest.id <= lastReadId) return;
  storage.write('read', String(newest.id));
  store.set({ lastReadId: newest.id });
}
