import { ConditionBuilder } from '#shared/listing/condition-builder.tsx';
import type { Condition } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useCustomerKit } from './use-customer-kit.ts';

type Props = {
  conditions: readonly Condition[];
  onApply: (conditions: Condition[]) => void;
  onClose: () => void;
};

/** The dialog that filters the list of customers by custom fields. */
export function CustomerFilter(props: Props) {
  const { t } = useTranslation('customers');
  const kit = useCustomerKit();
  const none = t(kit.names.length === 0 ? 'filter.nothing' : 'filter.none');
  return (
    <ConditionBuilder
      kit={kit}
      words={{ title: t('filter.label'), none, apply: t('filter.apply') }}
      {...props}
    />
  );
}
