import { useReference } from '#shared/api/session.ts';
import type { ListKind } from '@trunkline/contract';

/** Returns the name of the department into which this one was merged; undefined where it was not. */
export function useMergedInto(kind: ListKind, id: number | undefined): string | undefined {
  const { data: reference } = useReference();
  if (kind !== 'departments') return undefined;
  const departments = reference?.departments ?? [];
  const into = departments.find((one) => one.id === id)?.merged_into;
  return departments.find((one) => one.id === into)?.name;
}
