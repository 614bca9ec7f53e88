import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useShortcuts } from '#shared/lib/keys/shortcuts.ts';
import { requestWriting, cancelWriteRequest } from './composer/ask-to-write.ts';
import { HeaderSkeleton } from './header/header-skeleton.tsx';
import { TimelineSkeleton } from './entries/timeline-skeleton.tsx';

/** Placeholder of a ticket that is loading. Typing is kept for the composer. */
export function ConversationSkeleton({ id }: { id: number }) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const group = t('keys.group');
  const reply = { key: 'r', description: t('keys.reply'), group, run: () => requestWriting(id, 'reply') };
  const note = { key: 'n', description: t('keys.note'), group, run: () => requestWriting(id, 'note') };
  useShortcuts([...(can('TICKETS:REPLY') ? [reply] : []), ...(can('TICKETS:NOTE') ? [note] : [])]);
  // Deferred, because the ticket that replaces this placeholder must take the typed keys first.
  useEffect(() => () => queueMicrotask(cancelWriteRequest), []);
  return (
    <>
      <HeaderSkeleton />
      <TimelineSkeleton />
    </>
  );
}
