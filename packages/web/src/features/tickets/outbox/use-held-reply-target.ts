import { useEffect, useRef, useState } from 'react';
import { useSession } from '#shared/api/session.ts';
import { readStored, writeStored } from '#shared/lib/stored.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import { heldReplyTarget } from './reply-target.ts';

/** Holds a reply where it was begun, also when its ticket is opened again on this device. */
export function useHeldReplyTarget(isWriting: boolean): void {
  const { detail, answerOn, heldOn, setHeldOn } = useOpenTicket();
  const { user } = useSession();
  const key = `reply-on.${user.id}.${detail.ticket.id}`;
  const [stored] = useState(() => readStored(key));
  const restored = useRef(typeof stored === 'number' ? stored : null);

  useEffect(() => {
    // Without a draft the target restored from this device no longer applies to the next reply.
    if (!isWriting) restored.current = null;
    const next = isWriting ? heldReplyTarget(detail, answerOn, heldOn ?? restored.current) : null;
    if (next !== heldOn) setHeldOn(next);
    if (next !== (readStored(key) ?? null)) writeStored(key, next);
  }, [detail, answerOn, heldOn, setHeldOn, isWriting, key]);
}
