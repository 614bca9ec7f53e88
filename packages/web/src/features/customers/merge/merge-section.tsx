import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { useSession } from '#shared/api/session.ts';
import { relativeTime } from '#shared/lib/format.ts';
import { Button } from '@mantine/core';
import type { Customer } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './merge.module.css';
import { useDuplicates, useMerges, useUnmerge } from './merge-api.ts';

const MergeDialog = lazyOverlay(() =>
  import('./merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })),
);

type Props = { customer: Customer; onShow: (id: number) => void };

/** Possible duplicates of a customer, and customers merged into it. */
export function MergeSection({ customer, onShow }: Props) {
  const { t } = useTranslation('customers');
  const canEdit = useSession().can('CUSTOMERS:EDIT');
  const duplicates = useDuplicates(customer);
  const merges = useMerges(customer);
  const takeApart = useUnmerge((restored) => onShow(restored.id));
  const [other, setOther] = useState<Customer | 'search' | null>(null);
  const found = duplicates.data ?? [];
  const merged = merges.data ?? [];
  if (!canEdit && merged.length === 0) return null;
  return (
    <>
      {canEdit && (
        <section>
          <h3>{t('merge.title')}</h3>
          <ul className={classes['list']}>
            {found.map((one) => (
              <li key={one.customer.id}>
                <button
                  type="button"
                  className={classes['candidate']}
                  title={t('merge.compare', { name: one.customer.name })}
                  onClick={() => setOther(one.customer)}
                >
                  <bdi>{one.customer.name}</bdi>
                  <span>{t(`merge.reason.${one.reason}`)}</span>
                </button>
              </li>
            ))}
          </ul>
          <Button size="compact-sm" variant="subtle" onClick={() => setOther('search')}>
            {t('merge.other')}
          </Button>
        </section>
      )}
      {merged.length > 0 && (
        <section>
          <h3>{t('merge.merged')}</h3>
          <ul className={classes['list']}>
            {merged.map((one) => (
              <li key={one.id} className={classes['merged']}>
                <span>
                  <bdi>{one.source_name}</bdi>
                  <small>{t('merge.merged-by', { name: one.user_name, when: relativeTime(one.at) })}</small>
                </span>
                {canEdit && one.can_undo && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('merge.take-apart', { name: one.source_name })}
                    loading={takeApart.isPending && takeApart.variables.id === one.id}
                    onClick={() => takeApart.mutate(one)}
                  >
                    {t('merge.undo')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {other && (
        <MergeDialog
          customer={customer}
          other={other === 'search' ? null : other}
          onDone={(one) => {
            setOther(null);
            onShow(one.id);
          }}
          onClose={() => setOther(null)}
        />
      )}
    </>
  );
}
