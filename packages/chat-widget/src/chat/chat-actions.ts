import type { FileRef } from '@trunkline/contract';
import { LIMITS } from '../limits.ts';
import { TEXTS } from '../texts/texts.ts';
import { ApiError } from './api.ts';
import { serverProblemsOf, type ChatFieldProblems, type ChatValues } from './form.ts';
import { connect } from './live.ts';
import type { OutboxMessage } from '../sending/outbox.ts';
import { handleRefusal } from './problems.ts';
import { discardMessage, flush, queueMessage, requeueMessage, refuseMessage } from '../sending/sending.ts';
import { ensureVisitor, type ChatSession } from './session.ts';
import type { ChatProblem } from './state.ts';
import { refresh, applyChat } from './sync.ts';

/** The result of sending a form: null for success, complaints by field, or a general problem. */
export type ChatFormResult = { complaints?: ChatFieldProblems; problem?: ChatProblem } | null;

/** Starts the chat with the answers of the form. The key belongs to the form, so that a retry starts no second chat. */
export async function startChat(
  session: ChatSession,
  values: ChatValues,
  clientKey: string,
): Promise<ChatFormResult> {
  const { page, language } = session.store.get();
  const { name = TEXTS[language].visitor, email, phone, question = '' } = values;
  return submitChatForm(session, async () => {
    await ensureVisitor(session);
    const news = session.chatNews;
    const { data } = await session.api.startChat({
      client_key: clientKey,
      name,
      question,
      page: page.slice(0, LIMITS.url),
      ...(email && { email }),
      ...(phone && { phone }),
    });
    applyChat(session, data, news);
    connect(session);
    void flush(session);
  });
}

/** Sends the message of the offline form. */
export async function leaveMessage(
  session: ChatSession,
  values: ChatValues,
  clientKey: string,
): Promise<ChatFormResult> {
  const { name = '', email = '', question: body = '' } = values;
  return submitChatForm(session, async () => {
    await ensureVisitor(session);
    const page = session.store.get().page.slice(0, LIMITS.url);
    await session.api.leaveMessage({ client_key: clientKey, name, email, body, page });
    session.store.set({ hasLeftMessage: true });
    await refresh(session);
    connect(session);
  });
}

export const endChat = (session: ChatSession): Promise<ChatFormResult> =>
  submitChatForm(session, async () => {
    await session.api.endChat();
    await refresh(session);
  });

export const mailTranscript = (session: ChatSession, email: string): Promise<ChatFormResult> =>
  submitChatForm(session, async () => void (await session.api.mailTranscript(email)));

/** Sends the visitor's next message. Where there is no pre-chat form, the first one starts the chat. */
export function write(session: ChatSession, body: string, files: FileRef[]): void {
  const entry = queueMessage(session, body, files);
  if (session.store.get().chat.status === 'none') void startWith(session, entry);
  else void flush(session);
}

export function retryMessage(session: ChatSession, entry: OutboxMessage): void {
  requeueMessage(session, entry);
  if (session.store.get().chat.status === 'none') void startWith(session, entry);
  else void flush(session);
}

/** Starts the chat with a message that an earlier page could not send. Where there is a pre-chat form, that comes first. */
export async function startWithWaiting(session: ChatSession): Promise<void> {
  const { outbox, settings } = session.store.get();
  const [entry] = outbox;
  if (entry && settings?.pre_chat.length === 0) await startWith(session, entry);
}

async function startWith(session: ChatSession, entry: OutboxMessage): Promise<void> {
  const outcome = await startChat(session, { question: entry.body }, entry.client_key);
  if (outcome) refuseMessage(session, entry, 'other');
  else discardMessage(session, entry.client_key);
}

/** Sends a form and returns its problem, if any. */
export async function submitChatForm(
  session: ChatSession,
  act: () => Promise<void>,
): Promise<ChatFormResult> {
  try {
    await act();
    return null;
  } catch (error) {
    const problem = handleRefusal(session, error);
    const complaints =
      error instanceof ApiError && error.code === 'invalid' ? serverProblemsOf(error.details) : {};
    return Object.keys(complaints).length > 0 ? { complaints } : { problem };
  }
}
