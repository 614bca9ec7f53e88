import {
  attendCall,
  changeEscort,
  endEscort,
  hangCallUp,
  takeCallOver,
  type Escort,
  type EscortMode,
  type LiveCall,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { expectCall } from '#shared/dialing/taken.ts';
import { toast } from '#shared/ui/states/toast.ts';

const KNOWN = [
  'conflict',
  'in_a_call',
  'no_telephone',
  'not_found',
  'offline',
  'too_many_requests',
  'unavailable',
] as const;

/** What a supervisor can do with somebody else's call. */
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
