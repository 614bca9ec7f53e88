import type { getChat, ResponseOf } from '@trunkline/contract';
import { ApiError } from './api.ts';
import { mergeMessages, mergeNewestPage } from './messages.ts';
import { forgetVisitor, handleRefusal } from './problems.ts';
import type { ChatSession } from './session.ts';

/** Fetches the chat from the server, after every connect, because events may have been missed. */
export async function refresh(session: ChatSession): Promise<void> {
  if (!session.token) return;
  const news = session.chatNews;
  try {
    const { data } = await session.api.getChat();
    applyChat(session, data, news);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    forgetVisitor(session);
  }
}

/**
 * Applies the fetched chat. `news` is the session's counter when the request was sent; a higher one means that events
 * are newer than the answer.
 */
export function applyChat(
  session: ChatSession,
  data: ResponseOf<typeof getChat>['data'],
  news: number,
): void {
  const { messages, hasMore, chat } = session.store.get();
  const taken = mergeNewestPage(messages, data);
  const isLatest = news === session.chatNews;
  session.store.set({
    chat: isLatest ? data.chat : chat,
    messages: taken.messages,
    hasMore: taken.isStartKnown && messages.length > 0 ? hasMore : data.has_more,
    ...(isLatest && isChatOpen(data.chat) && { isStartingAgain: false, hasLeftMessage: false }),
  });
  // A visitor with a requested call-back needs the frame on the next page too, to be rung.
  const isKnown = data.chat.status !== 'none' || session.store.get().hasCallBack;
  session.post({ trunkline: 'known', is_known: isKnown });
}

export async function loadOlder(session: ChatSession): Promise<void> {
  const { store, api } = session;
  const [first] = store.get().messages;
  if (!first || !store.get().hasMore || store.get().isLoadingOlder) return;
  store.set({ isLoadingOlder: true });
  try {
    const { data } = await api.getChat(first.id);
    store.set({ messages: mergeMessages(store.get().messages, data.messages), hasMore: data.has_more });
  } catch (error) {
    handleRefusal(session, error); // the button that fetches them is still there
  } finally {
    store.set({ isLoadingOlder: false });
  }
}

export const isChatOpen = ({ status }: { status: string }): boolean =>
  status === 'waiting' || status === 'active';
