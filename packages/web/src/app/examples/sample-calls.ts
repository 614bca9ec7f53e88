import { sampleFigure } from './sample-figures.ts';

export type SampleCall = { id: number; caller: string; queue: string; waited: number; started: number };
export const CALL_COLUMNS = ['caller', 'queue', 'waited', 'started'] as const;
export type CallColumn = (typeof CALL_COLUMNS)[number];
export type CallOrder = { by: CallColumn; isUp: boolean };

const QUEUES = ['Sales', 'Billing', 'Delivery', 'Repairs'];
const NAMES = ['Rina', 'Budi', 'Dewi', 'Anna', 'Jonas', 'Mehmet', 'Siti', 'Clara', 'Ivan', 'Lea'];
const FIRST = Date.UTC(2026, 8, 1);
const MINUTE_MS = 60_000;

/** Makes the same call for the same id each time, one call a minute. */
export function sampleCall(id: number): SampleCall {
  return {
    id,
    caller: `${NAMES[sampleFigure(id, 90) % NAMES.length]} ${id}`,
    queue: QUEUES[sampleFigure(id + 3, 70) % QUEUES.length] ?? '',
    waited: sampleFigure(id + 11, 240),
    started: FIRST + id * MINUTE_MS,
  };
}

/** Sorts as a server would; equal rows are ordered by id. */
export function inOrder(calls: readonly SampleCall[], { by, isUp }: CallOrder): SampleCall[] {
  const way = isUp ? 1 : -1;
  return calls.toSorted((a, b) => {
    const [one, other] = [a[by], b[by]];
    return way * (one === other ? a.id - b.id : one < other ? -1 : 1);
  });
}
