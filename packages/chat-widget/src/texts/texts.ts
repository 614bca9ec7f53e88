import type { Language } from '@trunkline/contract';
import { en, type Texts } from './texts.en.ts';
import { id } from './texts.id.ts';

export type { Texts };
export const TEXTS: Record<Language, Texts> = { en, id };
