import { lazyOverlay } from '#shared/loading/lazy-overlay.tsx';
import { Button } from '@mantine/core';
import type { BulkChange } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import type { Selection } from '#shared/table/use-selection.ts';
import { useBulkDetail } from './api.ts';
import classes from './bulk.module.css';

const BulkAnswers = lazyOverlay(() => import('./bulk-answers.tsx'));

type Props = { bulk: BulkChange; selection: Selection };

/** Tickets that a bulk update could not solve: they stay selected, with their missing fields. */
export default function BulkNeeds({ bulk, selection }: Props) {
  const { t } = useTranslation('tickets');
  const [answering, setAnswering] = useState(false);
  const custom = useCustomFields('ticket');
  const needs = useBulkDetail(bulk.id).data?.needs;
  const isAwaited = selection.after === bulk.id;
  useEffect(() => {
    if (isAwaited && needs && needs.ticket_ids.length > 0) selection.choose(needs.ticket_ids);
  }, [isAwaited, needs, selection]);
  if (!needs || needs.ticket_ids.length === 0) return null;
  const fields = custom.filter(({ id }) => needs.field_ids.includes(id));
  return (
    <>
      <p className={classes['needs']} role="status">
        {t('bulk.needs', {
          count: needs.ticket_ids.length,
          fields: fields.map(({ name }) => name).join(', '),
        })}
      </p>
      <Button size="xs" className={classes['give'] ?? ''} onClick={() => setAnswering(true)}>
        {t('bulk.give')}
      </Button>
      {answering && (
        <BulkAnswers
          fields={fields}
          ticketIds={needs.ticket_ids}
          onClose={() => setAnswering(false)}
          onStarted={(id) => {
            setAnswering(false);
            selection.await(id);
          }}
        />
      )}
    </>
  );
}
