import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  attendCall,
  changeEscort,
  endEscort,
  hangCallUp,
  listLiveCalls,
  takeCallOver,
  type Escort,
  type EscortMode,
  type LiveCall,
  type LiveCalls,
} from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { realtime, useConnection } from '#shared/api/realtime.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { expectCall } from '#shared/dialing/taken.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { newest } from './live-calls.ts';

const KEY = ['monitoring', 'calls'];
const KNOWN = [
  'conflict',
  'in_a_call',
  'no_telephone',
  'not_found',
  'offline',
  'too_many_requests',
  'unavailable',
] as const;

/** The calls of this moment; live. */
export function useLiveCalls(): UseQueryResult<LiveCalls, Error> {
  useTopic('calls');
  const query = useQuery({
    queryKey: KEY,
    async queryFn({ signal }) {
      // Watched first, so that nothing is missed between the answer and the watching.
      await Promise.resolve();
      await realtime.watchesSettled();
      const { data } = await call(listLiveCalls, { signal });
      return newest(queryClient.getQueryData(KEY), data);
    },
  });
  useEffect(
    () =>
      realtime.on('live-calls', (told) =>
        queryClient.setQueryData<LiveCalls>(KEY, (known) => newest(known, told)),
      ),
    [],
  );
  const isOnline = useConnection() === 'online';
  useEffect(() => {
    // What was told while the line was down is not told again.
    if (isOnline) void queryClient.invalidateQueries({ queryKey: KEY });
  }, [isOnline]);
  return query;
}

/** What one can do about a call of somebody else. */
export function useActions({ call_id: id, number }: LiveCall, own: Escort | undefined) {
  const { t } = useTranslation('monitoring');
  const [isBusy, setBusy] = useState(false);
  async function act(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const code = errorCode(error);
      toast(t(`error.${KNOWN.find((known) => known === code) ?? 'other'}`), { kind: 'failed' });
    } finally {
      setBusy(false);
    }
  }
  const params = { id };
  return {
    isBusy,
    attend: (mode: EscortMode) =>
      act(() =>
        own
          ? call(changeEscort, { params: { id: own.id }, body: { mode } })
          : call(attendCall, { params, body: { client_key: crypto.randomUUID(), mode } }),
      ),
    leave: () => act(async () => own && call(endEscort, { params: { id: own.id } })),
    takeOver: () =>
      act(async () => {
        expectCall(number);
        await call(takeCallOver, { params });
      }),
    hangUp: () => act(() => call(hangCallUp, { params })),
  };
}
