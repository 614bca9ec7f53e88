import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { listRuleRuns, listRuleStates, tryRule, type ListValues } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

const PAGE = 30;
/** While somebody looks at what the rules do. */
const FRESH_MS = 5000;

/** What the rules did, the latest first; of one of them, where one is named. */
export function useRuleRuns(rule: number | undefined) {
  return useInfiniteQuery({
    queryKey: ['lists', 'automation', 'runs', rule ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listRuleRuns, { query: { rule, before: pageParam, limit: PAGE }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.has_more ? last.data.at(-1)?.id : undefined),
    refetchInterval: FRESH_MS,
  });
}

/** What each rule names that is gone; asked once for all of them. */
export function useRuleStates() {
  return useQuery({
    queryKey: ['lists', 'automation', 'states'],
    queryFn: async ({ signal }) => (await call(listRuleStates, { signal })).data,
  });
}

/** What a rule would do to past tickets, as it is written now. */
export function useTryRule() {
  return useMutation({
    mutationFn: async ({ values, days }: { values: ListValues; days: number }) =>
      (await call(tryRule, { body: { values, days } })).data,
  });
}
