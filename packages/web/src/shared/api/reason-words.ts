import type { ErrorReason } from '@trunkline/contract';
import { languageStore } from '../lib/language.ts';
import type { ApiError } from './api-error.ts';

const TEXTS = {
  en: () => import('../reasons/texts.en.ts'),
  id: () => import('../reasons/texts.id.ts'),
};

/** Adds the sentence of its reason to a refusal, in the language of this device. */
export async function attachReasonSentence(error: ApiError): Promise<void> {
  const { reason, ...values } = error.details as { reason: ErrorReason } & Readonly<Record<string, unknown>>;
  const texts = (await TEXTS[languageStore.get()]()).default as Partial<Record<string, string>>;
  error.words = texts[reason]?.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name]));
}
