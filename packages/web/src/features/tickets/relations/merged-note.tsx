import { Button } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import type { TicketRelations } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import classes from './relations.module.css';
import { useOpenOtherTicket } from './use-attempt.ts';
import { useMerging } from './use-merging.ts';

/** Tells on a merged ticket into which one it was merged, with a link. */
export function MergedNote({ into }: { into: TicketRelations['merged_into'] }) {
  const { t } = useTranslation('tickets/relations');
  const { ticket } = useOpenTicket().detail;
  const { can } = useSession();
  const { busy, part } = useMerging(ticket);
  const open = useOpenOtherTicket();
  if (!into) return null;
  return (
    <div className={classes['bar']} role="status">
      <IconGitMerge size={18} stroke={1.75} aria-hidden />
      <p>{t('merged.note', { number: into.number })}</p>
      {into.can_unmerge && can('TICKETS:EDIT') && (
        <Button variant="default" loading={busy} onClick={() => void part(ticket)}>
          {t('merged.part')}
        </Button>
      )}
      <Button onClick={() => open(into.id)}>{t('merged.open', { number: into.number })}</Button>
    </div>
  );
}
