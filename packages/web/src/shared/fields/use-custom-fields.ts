import type { CustomField, FieldEntity } from '@trunkline/contract';
import { useMemo } from 'react';
import { useReference } from '../api/session.ts';

const NONE: readonly CustomField[] = [];

/** The active custom fields of tickets or of customers, in their order; live. */
export function useCustomFields(entity: FieldEntity): readonly CustomField[] {
  const { data: reference } = useReference();
  const all = reference?.custom_fields ?? NONE;
  return useMemo(() => all.filter((field) => field.entity === entity && field.is_active), [all, entity]);
}
