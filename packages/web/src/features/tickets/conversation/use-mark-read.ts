import { markRead, type Message, type Ticket } from '@trunkline/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '#shared/api/call.ts';

/** Reports to the server what the assignee has seen: messages in view while the tab is in front. */
export function useMarkRead(
  ticket: Ticket,
  { messages, inSight, me }: { messages: readonly Message[]; inSight: boolean; me: number },
): void {
  const visible = useVisible();
  const sent = useRef(0);
  const newest = messages.findLast((message) => message.kind === 'inbound')?.id ?? 0;
  const isDue = visible && inSight && ticket.assignee_id === me && ticket.unread > 0 && newest > 0;
  useEffect(() => {
    if (!isDue || sent.current === newest) return;
    sent.current = newest;
    call(markRead, { params: { id: ticket.id }, body: { message_id: newest } }).catch(() => {
      // After a failure the next change of the view reports again.
      sent.current = 0;
    });
  }, [isDue, newest, ticket.id]);
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const follow = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return visible;
}
