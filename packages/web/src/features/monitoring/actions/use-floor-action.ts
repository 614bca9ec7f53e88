import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { toast } from '#shared/ui/states/toast.ts';

const KNOWN = [
  'conflict',
  'forbidden',
  'invalid_reference',
  'not_found',
  'offline',
  'too_many_requests',
] as const;

/** Carries out an action and shows a toast with its result. Returns whether it succeeded. */
export function useFloorAction() {
  const { t } = useTranslation('monitoring/actions');
  const [isBusy, setBusy] = useState(false);
  async function act(work: () => Promise<string>): Promise<boolean> {
    setBusy(true);
    try {
      toast(await work());
      return true;
    } catch (error) {
      const code = errorCode(error);
      toast(t(`error.${KNOWN.find((known) => known === code) ?? 'other'}`), { kind: 'failed' });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, act };
}
