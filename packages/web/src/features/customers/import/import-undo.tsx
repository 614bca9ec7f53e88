import { number } from '#shared/lib/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Progress } from '@mantine/core';
import type { CustomerImport } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './import.module.css';

/** The progress of undoing an import, and its result. */
export function ImportUndo({
  row,
  undo,
}: {
  row: CustomerImport;
  undo: NonNullable<CustomerImport['undo']>;
}) {
  const { t } = useTranslation('customers');
  const counted = { done: number(undo.done), total: number(undo.total) };
  if (row.state === 'undoing')
    return (
      <div className={classes['going']}>
        <p role="status">{t('undoImport.going', counted)}</p>
        <Progress value={row.progress * 100} aria-label={t('undoImport.going', counted)} />
        <p className={classes['hint']}>{t('undoImport.goes-on')}</p>
      </div>
    );
  const { removed, restored, has_tickets: busy, changed_since: changed } = undo;
  return (
    <>
      <Notice kind="done">
        {t('undoImport.done', { removed: number(removed), restored: number(restored) })}
      </Notice>
      {busy > 0 && <Notice kind="info">{t('undoImport.has-tickets', { count: busy })}</Notice>}
      {changed > 0 && <Notice kind="info">{t('undoImport.changed-since', { count: changed })}</Notice>}
    </>
  );
}
