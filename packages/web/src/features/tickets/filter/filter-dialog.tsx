import { Checkbox } from '@mantine/core';
import type { Condition } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionBuilder } from '#shared/listing/condition-builder.tsx';
import { useTicketKit } from '#shared/tickets/use-ticket-kit.ts';

type Props = {
  conditions: readonly Condition[];
  isFollowed: boolean;
  onApply: (conditions: Condition[], isFollowed: boolean) => void;
  onClose: () => void;
};

/** The dialog that filters the ticket list. */
export function FilterDialog({ conditions, isFollowed: wasFollowed, onApply, onClose }: Props) {
  const { t } = useTranslation('tickets');
  const kit = useTicketKit();
  const [isFollowed, setFollowed] = useState(wasFollowed);
  const field = (
    <Checkbox
      label={t('followed.label')}
      checked={isFollowed}
      onChange={(event) => setFollowed(event.currentTarget.checked)}
    />
  );
  return (
    <ConditionBuilder
      kit={kit}
      conditions={conditions}
      words={{ title: t('filter.label'), none: t('where.none'), apply: t('where.apply') }}
      beside={{ field, isSet: isFollowed, clear: () => setFollowed(false) }}
      onApply={(next) => onApply(next, isFollowed)}
      onClose={onClose}
    />
  );
}
