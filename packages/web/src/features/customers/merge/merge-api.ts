import { ApiError, errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  listDuplicates,
  listMerges,
  mergeCustomers,
  undoMerge,
  type Customer,
  type CustomerMerge,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

const KEY = ['customers', 'merging'];
const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });

/** Customers who may be the same person. Fetched anew when the customer has changed. */
export function useDuplicates({ id, version }: Customer) {
  return useQuery({
    queryKey: [...KEY, 'duplicates', id, version],
    queryFn: ({ signal }) => call(listDuplicates, { params: { id }, signal }).then((answer) => answer.data),
    placeholderData: (previous, query) => (query?.queryKey[3] === id ? previous : undefined),
  });
}

/** Customers who were merged into this one. */
export function useMerges({ id, version }: Customer) {
  return useQuery({
    queryKey: [...KEY, 'merges', id, version],
    queryFn: ({ signal }) => call(listMerges, { params: { id }, signal }).then((answer) => answer.data),
    placeholderData: (previous, query) => (query?.queryKey[3] === id ? previous : undefined),
  });
}

type Pair = { target: Customer; source: Customer };

/** Merges one customer into another; its toast offers Undo. */
export function useMerge(onDone: (merged: Customer) => void) {
  const { t } = useTranslation('customers');
  const takeApart = useUnmerge();
  return useMutation({
    mutationFn: ({ target, source }: Pair) =>
      call(mergeCustomers, {
        params: { id: target.id },
        body: { version: target.version, source_id: source.id, source_version: source.version },
      }),
    onSuccess({ data, merge_id: id }, { source }) {
      void refresh();
      const run = () => takeApart.mutate({ id, source_name: source.name });
      toast(t('merge.done', { name: source.name, into: data.name }), {
        action: { label: t('merge.undo'), run },
      });
      onDone(data);
    },
  });
}

/** Returns what a refused merge means: `stale` where one of the two has changed meanwhile. */
export function mergeFailure(error: unknown): 'stale' | 'gone' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code === 'stale') return 'stale';
  return error.code === 'not_found' ? 'gone' : 'failed';
}

/** Undoes a merge. */
export function useUnmerge(onDone?: (restored: Customer) => void) {
  const { t } = useTranslation('customers');
  return useMutation({
    mutationFn: ({ id }: Pick<CustomerMerge, 'id' | 'source_name'>) =>
      call(undoMerge, { params: { id } }).then((answer) => answer.data),
    onSuccess(restored) {
      void refresh();
      toast(t('merge.undone', { name: restored.name }));
      onDone?.(restored);
    },
    onError: (error) =>
      toast(t(errorCode(error) === 'conflict' ? 'merge.undo-later' : 'merge.undo-failed'), {
        kind: 'failed',
      }),
  });
}
