import { ConditionChips } from '#shared/listing/chips.tsx';
import type { Condition } from '@trunkline/contract';
import { useCustomerKit } from './use-customer-kit.ts';

type Props = { conditions: readonly Condition[]; onChange: (conditions: Condition[]) => void };

/** The active filters of the list of customers. */
export function CustomerChips({ conditions, onChange }: Props) {
  return (
    <ConditionChips
      kit={useCustomerKit()}
      conditions={conditions}
      onChange={onChange}
      onClear={() => onChange([])}
    />
  );
}
