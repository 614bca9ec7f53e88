import { countUnread, newestReceived } from './messages.ts';
import { handleRefusal } from './problems.ts';
import type { Session } from './session.ts';

/** Reports messages that the visitor sees as read, and updates the number on the launcher. */
export function followReading(session: Session): void {
  let told = -1;
  const follow = () => {
    markSeen(session);
    const { messages, lastReadId } = session.store.get();
    const unread = countUnread(messages, lastReadId);
    if (unread !== told) session.post({ trunkline: 'unread', count: unread });
    told = unread;
  };
  session.store.subscribe(follow);
  document.addEventListener('visibilitychange', follow);
}

function markSeen(session: Session): void {
  const { store, api, storage } = session;
  const { messages, lastReadId, isOpen } = store.get();
  if (!isOpen || document.visibilityState !== 'visible') return;
  const newest = newestReceived(messages);
  if (!newest) return;
  if (newest.state !== 'read' && newest.id > session.readTold) {
    session.readTold = newest.id;
    api.markRead(newest.id).catch((error: unknown) => handleRefusal(session, error));
  }
  if (newest.id <= lastReadId) return;
  storage.write('read', String(newest.id));
  store.set({ lastReadId: newest.id });
}
