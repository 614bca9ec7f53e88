import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, reasonWords } from '#shared/api/api-error.ts';
import { toast } from '#shared/ui/states/toast.ts';
import texts from './texts.en.ts';

export type TicketName = { id: number; number: string };

/** Runs an action, and shows why it failed. */
export function useAttempt() {
  const { t } = useTranslation('tickets/relations');
  const [busy, setBusy] = useState(false);

  function showError(error: unknown): void {
    const { code, number } = reasonOf(error);
    toast(reasonWords(error) ?? t(`error.${code}`, { number }), { kind: 'failed' });
  }

  /** Returns undefined when the action was refused; refusals that `onRefusal` handles are not shown. */
  async function run<T>(
    work: () => Promise<T>,
    onRefusal: (error: unknown) => boolean = () => false,
  ): Promise<T | undefined> {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      if (!onRefusal(error)) showError(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  return { busy, run };
}

/** Returns the function that opens another ticket in place of this one. */
export function useOpenOtherTicket(): (id: number) => void {
  const navigate = useNavigate();
  return (id) => void navigate({ to: '.', search: ((before: object) => ({ ...before, id })) as never });
}

type ErrorTextKey = keyof typeof texts.error;

function reasonOf(error: unknown): { code: ErrorTextKey; number: string } {
  if (!(error instanceof ApiError)) return { code: 'internal', number: '' };
  const { number = '' } = (error.details ?? {}) as { number?: string };
  const isKnown = Object.hasOwn(texts.error, error.code);
  return { code: isKnown ? (error.code as ErrorTextKey) : 'internal', number };
}
