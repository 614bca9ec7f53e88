import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { listRuleRuns, listRuleStates, tryRule, type ListValues } from '@trunkline/contract';
import { call } from '#shared/api/call.ts';

const PAGE = 30;
/** How often the activity log is fetched anew while it is open. */
const FRESH_MS = 5000;

/** The activity log of the rules, latest first; of one rule, where one is given. */
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

/** What each rule refers to that no longer exists; one request for all rules. */
export function useRuleStates() {
  return useQuery({
    queryKey: ['lists', 'automation', 'states'],
    queryFn: async ({ signal }) => (await call(listRuleStates, { signal })).data,
  });
}

/** Tests what a rule, as it is typed now, would do to past tickets. */
export function useTryRule() {
  return useMutation({
    mutationFn: async ({ values, days }: { values: ListValues; days: number }) =>
      (await call(tryRule, { body: { values, days } })).data,
  });
}
