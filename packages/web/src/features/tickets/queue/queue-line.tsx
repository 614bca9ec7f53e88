import { Popover, Table, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { OwnQueue } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { useOwnQueue } from './api.ts';
import { byMedia, isQueueWorthShowing, totalWaiting } from './queue-words.ts';
import classes from './queue-line.module.css';

/** How many customers wait in this agent's queues, and why the agent gets no offers; links to the view of waiting tickets. */
export default function QueueLine() {
  const { t } = useTranslation('tickets/queue');
  const queue = useOwnQueue();
  if (!queue || !isQueueWorthShowing(queue)) return null;
  const { load, capacity, not_offered: why } = queue;
  const count = totalWaiting(queue);
  const own = { load: number(load), capacity: number(capacity) };
  return (
    <div className={classes['line']} data-why={why ?? undefined} role="status">
      <Link to="/tickets" search={{ view: 'waiting' }} className={classes['waiting']}>
        {t('waiting', { count, formatted: number(count) })}
      </Link>
      <Popover width={260} position="bottom-start" withinPortal>
        <Popover.Target>
          <UnstyledButton className={classes['why']}>{t(`why.${why ?? 'none'}`, own)}</UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={8}>
          <QueueTable queue={queue} />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function QueueTable({ queue }: { queue: OwnQueue }) {
  const { t } = useTranslation('tickets/queue');
  const { t: shared } = useTranslation('shared');
  return (
    <Table fz="sm" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('channel')}</Table.Th>
          <Table.Th ta="end">{t('waits')}</Table.Th>
          <Table.Th ta="end">{t('yours')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {byMedia(queue).map(({ media, waiting, own, weight }) => (
          <Table.Tr key={media}>
            <Table.Td>
              <span className={classes['media']}>
                <MediaGlyph media={media} size={16} />
                {shared(`media.${media}`)}
              </span>
            </Table.Td>
            <Table.Td ta="end">{number(waiting)}</Table.Td>
            <Table.Td ta="end">
              {number(own)}
              {weight !== undefined && weight !== 1 && ` × ${number(weight)}`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Caption mt={4}>
        {t('load', { load: number(queue.load), capacity: number(queue.capacity) })}
      </Table.Caption>
    </Table>
  );
}
