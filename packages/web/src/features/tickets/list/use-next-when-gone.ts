import type { Ticket } from '@trunkline/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '#shared/lib/use-narrow.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { ticketAfter, useLostAccess } from '../lost-access.ts';

type Options = {
  rows: readonly Ticket[];
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
};

/** When access to the open ticket is lost, opens the next one of the list; on phones the list. */
export function useNextWhenGone({ rows, openId, onOpen }: Options): void {
  const { t } = useTranslation('tickets');
  const narrow = useNarrow();
  const stood = useRef(-1);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openId);
    // Remembered, because the ticket may leave the list a moment before the reason arrives.
    if (index >= 0) stood.current = index;
  }, [rows, openId]);
  const keptFor = useRef<{ id: number | undefined; isOwn: boolean }>(null);
  // The focused button or dialog of the ticket disappears with it; a dialog only after the next frame.
  useEffect(() => {
    if (!keptFor.current || openId !== keptFor.current.id) return undefined;
    const { isOwn } = keptFor.current;
    const frame = requestAnimationFrame(() => {
      keptFor.current = null;
      if (document.activeElement !== document.body) return;
      // Whoever lost it to others may be typing: the page does nothing with the next key.
      const row = isOwn ? document.querySelector<HTMLElement>(`[data-ticket="${openId}"]`) : null;
      (row ?? document.getElementById('page'))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [openId]);
  useLostAccess(openId, (isOwn) => {
    if (openId === undefined) return;
    const next = narrow ? undefined : ticketAfter(rows, openId, stood.current);
    keptFor.current = { id: next, isOwn };
    onOpen(next);
    if (!isOwn) toast(t('done.goneByOthers'), { kind: 'info' });
  });
}
