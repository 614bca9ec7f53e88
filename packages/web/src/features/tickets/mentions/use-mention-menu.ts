import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOpenTicket } from '../page/ticket-context.ts';
import { mentionableQuery } from './api.ts';
import { findColleagues, mentionQuery, type Colleague } from './mention-text.ts';

type Options = {
  body: string;
  cursor: number;
  enabled: boolean;
  onInsert: (words: string, from: number, to: number) => void;
};

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const SHOWN = 20;

/** The menu of colleagues that an @ opens. While it is open, it handles the arrow keys, Enter, Tab and Escape. */
export function useMentionMenu({ body, cursor, enabled, onInsert }: Options) {
  const { ticket } = useOpenTicket().detail;
  const typed = enabled ? mentionQuery(body, cursor) : null;
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState({ query: '', index: 0 });
  if (!typed && dismissed !== null) setDismissed(null);
  const asked = typed?.start === dismissed ? null : typed;
  const { data } = useQuery({ ...mentionableQuery(ticket.id), enabled: asked !== null });
  const found = asked && data ? findColleagues(data, asked.query).slice(0, SHOWN) : [];
  const able = found.filter((one) => one.can_see !== false);
  const index = active.query === asked?.query ? Math.min(active.index, Math.max(able.length - 1, 0)) : 0;

  function pick(one: Colleague): void {
    if (asked && one.can_see !== false) onInsert(`@${one.fullname} `, asked.start, cursor);
  }

  /** Returns true where the menu handled the key. */
  function handleKey(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>): boolean {
    if (!asked || found.length === 0) return false;
    const isUsed = act(event.key, asked);
    if (isUsed) event.preventDefault();
    return isUsed;
  }

  function act(key: string, { query, start }: { query: string; start: number }): boolean {
    const step = STEPS[key];
    const chosen = able[index];
    if (key === 'Escape') setDismissed(start);
    else if (!chosen) return false;
    else if (step !== undefined) setActive({ query, index: (index + step + able.length) % able.length });
    else if (key === 'Enter' || key === 'Tab') pick(chosen);
    else return false;
    return true;
  }

  return { isOpen: found.length > 0, found, index, handleKey, pick };
}
