import { useMutation } from '@tanstack/react-query';
import { finishAfterCall, saveAfterCall, type AfterCall, type BodyOf } from '@trunkline/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import type { SaveStatus } from '#shared/ui/states/save-state.tsx';
import { toast } from '#shared/ui/states/toast.ts';

export type AfterCallBody = BodyOf<typeof saveAfterCall>;

/** How often notes are saved while typing: at most a few words can be lost with the page, and wrap-up does not end meanwhile. */
const SAVE_EVERY_MS = 1000;
const LONGEST_RETRY_MS = 8000;

/** Outcome and notes of a call: saved while typing, and completed by `finish`. */
export function useAfterCall({ call_id: id, outcome, notes }: AfterCall) {
  const { t } = useTranslation('phone');
  const [written, setWritten] = useState<AfterCallBody>({ outcome, notes });
  const [isKept, setKept] = useState(true);
  const params = { id: String(id) };
  const savedAt = useRef(0);
  const refused = useRef<AfterCallBody>(null);
  // Saved one after the other, so that the last change is the one that stays.
  const scope = { id: `after-call-${id}` };
  const save = useMutation({
    scope,
    mutationFn: (body: AfterCallBody) => call(saveAfterCall, { params, body }),
    // What is typed while the server can't be reached is sent when it can be, also after the form has gone.
    retry: (_failures, error) => ['offline', 'unavailable'].includes(errorCode(error)),
    retryDelay: (failures) => Math.min(500 * 2 ** failures, LONGEST_RETRY_MS),
    onSuccess: (_answer, body) => setKept(body === written),
    onError: (_error, body) => {
      refused.current = body;
    },
  });
  const finish = useMutation({
    scope,
    mutationFn: (body: AfterCallBody) => call(finishAfterCall, { params, body }),
    onSuccess: () => setKept(true),
    onError: () => toast(t('after.failed'), { kind: 'failed' }),
  });
  const keep = useEffectEvent(() => {
    if (isKept || finish.isPending || finish.isSuccess) return;
    savedAt.current = Date.now();
    save.mutate(written);
  });
  const isSaving = save.isPending;
  useEffect(() => {
    if (isSaving || refused.current === written) return undefined;
    const timer = setTimeout(() => keep(), Math.max(0, savedAt.current + SAVE_EVERY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [written, isSaving]);
  // Saves on unmount, because the time is over or the next call has come.
  useEffect(() => () => keep(), []);
  return {
    written,
    change(next: AfterCallBody): void {
      setKept(false);
      setWritten(next);
    },
    status: statusOf({ isKept, isFailed: save.isError, isSaving }),
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
