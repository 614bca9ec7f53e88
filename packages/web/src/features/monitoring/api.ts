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
import { errorCode, reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { attendedCall } from '#shared/dialing/attended-call.ts';
import { expectCall } from '#shared/dialing/expected-call.ts';
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
export function useActions({ call_id: id, number, customer_name: name }: LiveCall, own: Escort | undefined) {
  const { t } = useTranslation('monitoring');
  const [isBusy, setBusy] = useState(false);
  async function act(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const code = errorCode(error);
      const words = reasonWords(error) ?? t(`error.${KNOWN.find((known) => known === code) ?? 'other'}`);
      toast(words, { kind: 'failed' });
    } finally {
      setBusy(false);
    }
  }
  const params = { id };
  async function begin(mode: EscortMode): Promise<void> {
    const body = { client_key: crypto.randomUUID(), mode };
    const { data: escort, join } = await call(attendCall, { params, body });
    if (join) attendedCall.set({ escort, name: name ?? '', join });
  }
  return {
    isBusy,
    attend: (mode: EscortMode) =>
      act(async () => {
        if (own) await call(changeEscort, { params: { id: own.id }, body: { mode } });
        else await begin(mode);
      }),
    leave: () => act(async () => own && call(endEscort, { params: { id: own.id } })),
    takeOver: () =>
      act(async () => {
        expectCall(number);
        await call(takeCallOver, { params });
      }),
    hangUp: () => act(() => call(hangCallUp, { params })),
  };
}
