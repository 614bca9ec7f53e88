import { Button, Text } from '@mantine/core';
import type { BulkChange } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { undoBulk, useBulkChanges, useBulkDetail } from './api.ts';
import classes from './bulk.module.css';
import { useBulkWords } from './use-bulk-words.ts';

/** The user's last bulk updates, with skipped tickets, and Undo while it is possible. */
export default function BulkHistory({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tickets');
  const { data: changes = [] } = useBulkChanges();
  return (
    <Dialog title={t('bulk.history.title')} onClose={onClose} width={560}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(changes.length === 0 ? 'bulk.history.none' : 'bulk.history.canUndo')}
      </Text>
      <ul className={classes['history']}>
        {changes.map((bulk) => (
          <Entry key={bulk.id} bulk={bulk} />
        ))}
      </ul>
    </Dialog>
  );
}

function Entry({ bulk }: { bulk: BulkChange }) {
  const { t } = useTranslation('tickets');
  const { what, result } = useBulkWords();
  const words = useErrorWords();
  const [opened, setOpened] = useState(false);
  return (
    <li className={classes['entry']}>
      <div className={classes['head']}>
        <strong>{what(bulk.change)}</strong>
        <time dateTime={bulk.at} title={exactTime(bulk.at)}>
          {relativeTime(bulk.at)}
        </time>
      </div>
      <p className={classes['result']}>
        {bulk.undoes !== null && `${t('bulk.history.isUndo')}. `}
        {result(bulk)}
      </p>
      <div className={classes['tools']}>
        {bulk.can_undo && (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              void undoBulk(bulk.id).catch((error: unknown) => toast(words(error), { kind: 'failed' }))
            }
          >
            {t('bulk.undo')}
          </Button>
        )}
        {bulk.undone_by !== null && <span className={classes['result']}>{t('bulk.history.undone')}</span>}
        {bulk.left_out.length > 0 && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {t('bulk.history.left')}
          </Button>
        )}
      </div>
      {opened && <LeftOut id={bulk.id} />}
    </li>
  );
}

function LeftOut({ id }: { id: number }) {
  const { t } = useTranslation('tickets');
  const { data } = useBulkDetail(id);
  return (
    <ul className={classes['left']}>
      {data?.left.map(({ ticket_id: ticketId, number, reason }) => (
        <li key={ticketId}>
          {number === null
            ? t('bulk.history.leftUnknown')
            : t('bulk.history.leftTicket', { number, reason: t(`bulk.reason.${reason}`) })}
        </li>
      ))}
    </ul>
  );
}
