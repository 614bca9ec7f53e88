import { useMutation } from '@tanstack/react-query';
import type { SetupStep } from '@trunkline/contract';
import { changeSetup } from '../api.ts';

/** Saves a step of the setup and continues with the next one. */
export function useStep(next: SetupStep, save: () => Promise<unknown>) {
  const mutation = useMutation({
    mutationFn: async () => {
      await save();
      await changeSetup({ step: next });
    },
  });
  return {
    error: mutation.error,
    isSaving: mutation.isPending,
    submit(): void {
      if (!mutation.isPending) mutation.mutate();
    },
  };
}
