import { useMemo, useState } from 'react';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { useStored } from '#shared/lib/use-stored.ts';
import type { UnansweredFields, StaleAttempt } from '../outbox/ticket-attempts.ts';

/** Menus of the open ticket that a key can open. */
export type TicketMenu =
  | 'assign'
  | 'transfer'
  | 'snooze'
  | 'status'
  | 'priority'
  | 'tags'
  | 'merge'
  | 'split'
  | 'link'
  | 'macro';

/** State shared by the panes of one open ticket: the open menu, actions in progress, changes of other people. */
export type PaneState = {
  menu: TicketMenu | null;
  setMenu: (menu: TicketMenu | null) => void;
  stale: StaleAttempt | null;
  setStale: (stale: StaleAttempt | null) => void;
  /** Custom fields that have to be filled in before the ticket is solved. */
  missing: UnansweredFields | null;
  setMissing: (missing: UnansweredFields | null) => void;
  answerOn: number | null;
  setAnswerOn: (id: number | null) => void;
  heldOn: number | null;
  setHeldOn: (id: number | null) => void;
  busy: boolean;
  setBusy: (busy: boolean) => void;
};

/** Reset with every ticket. */
export function usePaneState(id: number | undefined): PaneState {
  const [owner, setOwner] = useState(id);
  const [menu, setMenu] = useState<TicketMenu | null>(null);
  const [stale, setStale] = useState<StaleAttempt | null>(null);
  const [missing, setMissing] = useState<UnansweredFields | null>(null);
  const [answerOn, setAnswerOn] = useState<number | null>(null);
  const [heldOn, setHeldOn] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  if (owner !== id) {
    setOwner(id);
    setMenu(null);
    setStale(null);
    setMissing(null);
    setAnswerOn(null);
    setHeldOn(null);
  }
  return useMemo(
    () => ({
      menu,
      setMenu,
      stale,
      setStale,
      missing,
      setMissing,
      answerOn,
      setAnswerOn,
      heldOn,
      setHeldOn,
      busy,
      setBusy,
    }),
    [menu, stale, missing, answerOn, heldOn, busy],
  );
}

/** Whether the details are open; stored on this device. On phones they start closed, because they cover the conversation. */
export function useDetailsPane(): [boolean, (open: boolean) => void] {
  const narrow = useNarrow();
  const [wide, setWide] = useStored('desk.side-open', (stored) => stored !== false);
  const [onTop, setOnTop] = useState(false);
  return narrow ? [onTop, setOnTop] : [wide, setWide];
}
