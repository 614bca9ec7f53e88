import { Button, Input } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { parseConditions, type Condition } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionChips } from '#shared/listing/chips.tsx';
import { ConditionBuilder } from '#shared/listing/condition-builder.tsx';
import { useTicketKit } from '#shared/tickets/use-ticket-kit.ts';
import classes from './rules.module.css';

type Props = {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** The input for conditions on a ticket, with the same builder as the filter of ticket lists. */
export function ConditionsField({ label, description, error, value, onChange }: Props) {
  const { t } = useTranslation('lists/rules');
  const kit = useTicketKit({ isForAll: true });
  const [isOpen, setOpen] = useState(false);
  const conditions = parseConditions(value);
  const set = (next: Condition[]) => onChange(JSON.stringify(next));
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <div className={classes['conditions']}>
        {conditions.length === 0 ? (
          <span className={classes['none']}>{t('conditions.none')}</span>
        ) : (
          <ConditionChips kit={kit} conditions={conditions} onChange={set} onClear={() => set([])} />
        )}
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFilter size={14} stroke={1.75} aria-hidden />}
          aria-label={t('conditions.edit-of', { name: label })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('conditions.edit')}
        </Button>
      </div>
      {isOpen && (
        // The builder's own submit must not bubble up through React and submit this form.
        <div onSubmit={(event) => event.stopPropagation()}>
          <ConditionBuilder
            kit={kit}
            conditions={conditions}
            words={{ title: label, none: t('conditions.none'), apply: t('conditions.apply') }}
            onApply={(next) => {
              set(next);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </div>
      )}
    </Input.Wrapper>
  );
}
