import { customKit, type ConditionKit } from '#shared/listing/kit.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { useMemo } from 'react';

/** What a list of customers can be narrowed down by. */
export function useCustomerKit(): ConditionKit {
  const fields = useCustomFields('customer');
  return useMemo(() => customKit(fields), [fields]);
}
