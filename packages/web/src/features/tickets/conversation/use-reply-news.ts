import type { Message } from '@trunkline/contract';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '#shared/api/session.ts';
import { useTimeline } from '../api.ts';
import { messagesOf } from '../realtime.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import { lastSeen, newsSince } from './reply-news.ts';

/** A second press so soon is the end of the first one, or a key that is held. */
const DELIBERATE_MS = 600;

export type ReplyNews = {
  message: Message;
  /** It was to be sent; the next press sends it. */
  isAsked: boolean;
  /** It was looked at. */
  seen: () => void;
};

/** What has come to the ticket since a reply was begun, live; and the press that sends it all the same. */
export function useReplyNews(isWriting: boolean) {
  const { ticket } = useOpenTicket().detail;
  const { user } = useSession();
  const timeline = useTimeline(ticket.id).data;
  const messages = useMemo(() => (timeline ? messagesOf(timeline) : undefined), [timeline]);
  const { begun, begin } = useBegun(isWriting, messages);
  const [asked, setAsked] = useState(0);
  const askedAt = useRef(0);
  const message = messages && begun !== null ? newsSince(messages, begun, user.id) : undefined;
  const isAsked = message !== undefined && asked === message.id;

  /** Whether it may go out now. */
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

/** The last message that stood there when the reply was begun; null while there is none. */
function useBegun(isWriting: boolean, messages: readonly Message[] | undefined) {
  const { drafts } = useOpenTicket().detail;
  const [begun, begin] = useState<number | null>(null);
  // Of a draft that one comes back to; what is begun here counts from the first word.
  const [draftOf, setDraftOf] = useState(() => drafts.find(({ kind }) => kind === 'reply')?.updated_at);
  if (messages && isWriting && begun === null) begin(lastSeen(messages, draftOf));
  if (!isWriting && begun !== null) begin(null);
  if (messages && !isWriting && draftOf !== undefined) setDraftOf(undefined);
  return { begun, begin };
}
