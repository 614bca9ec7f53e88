import type { PostPhase } from '@trunkline/contract';
import { readId } from './desk-search.ts';

/** Parameters of the notice board's address. */
export type BoardSearch = { q?: string; category?: number; state?: PostPhase };

// Repeated here, because the contract's schemas are not loaded before somebody has signed in.
const STATES = ['current', 'planned', 'ended'] as const satisfies readonly PostPhase[];

export function readBoardSearch({ q, category, state }: Record<string, unknown>): BoardSearch {
  const of = readId({ id: category });
  const known = STATES.find((each) => each === state);
  return {
    ...(typeof q === 'string' && { q }),
    ...(of !== undefined && { category: of }),
    ...(known && { state: known }),
  };
}
