import { call } from '#shared/api/call.ts';
import { exactTime, number, relativeTime } from '#shared/lib/format.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listCustomerImports, type CustomerImport } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './import.module.css';

/** The user's last imports with their results and buttons to undo them. */
export function LastImports({ onOpen }: { onOpen: (row: CustomerImport) => void }) {
  const { t } = useTranslation('customers');
  const now = useNow(60_000);
  const { data = [] } = useQuery({
    queryKey: ['customers', 'imports'],
    queryFn: async ({ signal }) => (await call(listCustomerImports, { signal })).data,
  });
  if (data.length === 0) return null;
  return (
    <section aria-label={t('undoImport.last')} className={classes['last']}>
      <h3>{t('undoImport.last')}</h3>
      <ul>
        {data.map((row) => (
          <li key={row.id}>
            <span className={classes['file']}>
              <bdi>{row.file_name}</bdi>
              <span className={classes['hint']}>
                <time dateTime={row.created_at} title={exactTime(row.created_at)}>
                  {relativeTime(row.created_at, now)}
                </time>
                {' · '}
                {t(row.state === 'undone' ? 'undoImport.isUndone' : 'undoImport.counts', {
                  created: number(row.created),
                  changed: number(row.changed),
                })}
              </span>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('undoImport.openNamed', { name: row.file_name })}
              onClick={() => onOpen(row)}
            >
              {t('undoImport.open')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
