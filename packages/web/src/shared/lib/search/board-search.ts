import type { PostState } from '@trunkline/contract';
import { readId } from './desk-search.ts';

/** What of the notice board is looked at, as its address says. */
export type BoardSearch = { q?: string; category?: number; state?: PostState };

// Written out: the schemas of the contract are not loaded before anybody has signed in.
const STATES = ['current', 'planned', 'ended'] as const satisfies readonly PostState[];

export function readBoardSearch({ q, category, state }: Record<string, unknown>): BoardSearch {
  const of = readId({ id: category });
  const known = STATES.find((each) => each === state);
  return {
    ...(typeof q === 'string' && { q }),
    ...(of !== undefined && { category: of }),
    ...(known && { state: known }),
  };
}
