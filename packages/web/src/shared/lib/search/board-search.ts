import { POST_STATES, type PostState } from '@trunkline/contract';
import { readId } from './desk-search.ts';

/** What of the notice board is looked at, as its address says. */
export type BoardSearch = { q?: string; category?: number; state?: PostState };

export function readBoardSearch({ q, category, state }: Record<string, unknown>): BoardSearch {
  const of = readId({ id: category });
  const known = POST_STATES.find((each) => each === state);
  return {
    ...(typeof q === 'string' && { q }),
    ...(of !== undefined && { category: of }),
    ...(known && { state: known }),
  };
}
