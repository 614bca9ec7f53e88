import {
  CONDITION_FIELDS,
  conditionFieldOf,
  type ConditionField,
  type ConditionFieldName,
  type ConditionName,
} from '@trunkline/contract';
import { useMemo } from 'react';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';

/** What a list can be narrowed down by: the fields of every ticket, then those that the organisation has added. */
export function useConditionFields() {
  const custom = useCustomFields('ticket');
  return useMemo(() => {
    // The table's keys in the order in which they are written.
    const own = Object.keys(CONDITION_FIELDS) as ConditionFieldName[];
    const names: ConditionName[] = [...own, ...custom.map(({ id }): ConditionName => `field:${id}`)];
    const of = (name: ConditionName): ConditionField | undefined => conditionFieldOf(name, custom);
    return { names, of };
  }, [custom]);
}
