import type { Message } from '@trunkline/contract';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '#shared/api/session.ts';
import { useTimeline } from '../api.ts';
import { messagesOf } from '../realtime.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import { lastSeen, newsSince } from './reply-news.ts';

/** A second press within this time is a double click or a held key, and not a decision. */
const DELIBERATE_MS = 600;

export type ReplyNews = {
  message: Message;
  /** An attempt to send was stopped; the next one sends. */
  isAsked: boolean;
  /** Marks the new message as seen. */
  seen: () => void;
};

/** Returns the message that arrived since a reply was begun, live, and whether sending has to be confirmed. */
export function useReplyNews(isWriting: boolean) {
  const { ticket } = useOpenTicket().detail;
  const { user } = useSession();
  const timeline = useTimeline(ticket.id).data;
  const messages = useMemo(() => (timeline ? messagesOf(timeline) : undefined), [timeline]);
  const { begun, begin } = useWritingStart(isWriting, messages);
  const [asked, setAsked] = useState(0);
  const askedAt = useRef(0);
  const message = messages && begun !== null ? newsSince(messages, begun, user.id) : undefined;
  const isAsked = message !== undefined && asked === message.id;

  /** Returns whether the reply may be sent now. */
  function mayGo(): boolean {
    if (!message) return true;
    if (isAsked) return performance.now() - askedAt.current > DELIBERATE_MS;
    setAsked(message.id);
    askedAt.current = performance.now();
    return false;
  }

  const seen = () => begin(messages?.at(-1)?.id ?? 0);
  const news: ReplyNews | undefined = message && { message, isAsked, seen };
  return { news, mayGo };
}

/** Returns the id of the last message when the reply was begun; null while there is no reply. */
function useWritingStart(isWriting: boolean, messages: readonly Message[] | undefined) {
  const { drafts } = useOpenTicket().detail;
  const [begun, begin] = useState<number | null>(null);
  // For a restored draft the time of that draft counts; a new reply counts from its first character.
  const [draftOf, setDraftOf] = useState(() => drafts.find(({ kind }) => kind === 'reply')?.updated_at);
  if (messages && isWriting && begun === null) begin(lastSeen(messages, draftOf));
  if (!isWriting && begun !== null) begin(null);
  if (messages && !isWriting && draftOf !== undefined) setDraftOf(undefined);
  return { begun, begin };
}
