import { useMutation } from '@tanstack/react-query';
import { finishAfterCall, saveAfterCall, type AfterCall, type BodyOf } from '@trunkline/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#shared/api/call.ts';
import type { SaveStatus } from '#shared/ui/states/save-state.tsx';
import { toast } from '#shared/ui/states/toast.ts';

export type AfterCallBody = BodyOf<typeof saveAfterCall>;

/** The pause in typing after which notes are saved; short, so that at most a few words can be lost with the page. */
const PAUSE_MS = 400;

/** Outcome and notes of a call: saved while typing, and completed by `finish`. */
export function useAfterCall({ call_id: id, outcome, notes }: AfterCall) {
  const { t } = useTranslation('phone');
  const [written, setWritten] = useState<AfterCallBody>({ outcome, notes });
  const [isKept, setKept] = useState(true);
  const params = { id: String(id) };
  // Saved one after the other, so that the last change is the one that stays.
  const scope = { id: `after-call-${id}` };
  const save = useMutation({
    scope,
    mutationFn: (body: AfterCallBody) => call(saveAfterCall, { params, body }),
    onSuccess: (_answer, body) => setKept(body === written),
  });
  const finish = useMutation({
    scope,
    mutationFn: (body: AfterCallBody) => call(finishAfterCall, { params, body }),
    onSuccess: () => setKept(true),
    onError: () => toast(t('after.failed'), { kind: 'failed' }),
  });
  const keep = useEffectEvent(() => {
    if (!isKept && !finish.isPending && !finish.isSuccess) save.mutate(written);
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written]);
  // Saves on unmount, because the time is over or the next call has come.
  useEffect(() => () => keep(), []);
  return {
    written,
    change(next: AfterCallBody): void {
      setKept(false);
      setWritten(next);
    },
    status: statusOf({ isKept, isFailed: save.isError, isSaving: save.isPending }),
    finish: () => finish.mutate(written),
    isFinishing: finish.isPending,
  };
}

function statusOf({
  isKept,
  isFailed,
  isSaving,
}: Record<'isKept' | 'isFailed' | 'isSaving', boolean>): SaveStatus {
  if (isKept) return 'saved';
  if (isSaving) return 'saving';
  return isFailed ? 'failed' : 'unsaved';
}
