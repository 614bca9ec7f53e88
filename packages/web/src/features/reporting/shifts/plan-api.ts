import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getShiftPlan, type ShiftPlan } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { toast } from '#shared/ui/states/toast.ts';

/** The plan of the week that contains this day. */
export function useShiftPlan(day: string, department: number | undefined): UseQueryResult<ShiftPlan, Error> {
  return useQuery({
    queryKey: ['reporting', 'shifts', day, department],
    queryFn: async ({ signal }) =>
      (await call(getShiftPlan, { query: { day, department_id: department }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Changes the plan, shows a toast with the result, and fetches dependent figures anew. */
export function usePlanning() {
  const { t } = useTranslation('reporting/shifts');
  const [isBusy, setBusy] = useState(false);
  async function plan(work: () => Promise<string | null>): Promise<boolean> {
    setBusy(true);
    try {
      const says = await work();
      if (says !== null) toast(says);
      await queryClient.invalidateQueries({ queryKey: ['reporting'] });
      return true;
    } catch (error) {
      toast(t(`error.${faultOf(error)}`), { kind: 'failed' });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, plan };
}

function faultOf(error: unknown): 'overlap' | 'invalid' | 'forbidden' | 'other' {
  if (!(error instanceof ApiError)) return 'other';
  if (error.code === 'conflict') return 'overlap';
  return error.code === 'invalid' || error.code === 'forbidden' ? error.code : 'other';
}
