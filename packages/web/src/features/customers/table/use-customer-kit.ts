import { customFieldKit, type ConditionKit } from '#shared/listing/kit.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { useMemo } from 'react';

/** The fields by which the list of customers can be filtered. */
export function useCustomerKit(): ConditionKit {
  const fields = useCustomFields('customer');
  return useMemo(() => customFieldKit(fields), [fields]);
}
