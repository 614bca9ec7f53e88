import type { MediaId, OwnQueue } from '@trunkline/contract';

type Media = { media: MediaId; waiting: number; own: number; weight: number | undefined };

/** Returns the channels of a queue with what waits and what the agent has. Pure. */
export function byMedia({ waiting, own }: OwnQueue): Media[] {
  const ids = [...new Set([...waiting, ...own].map(({ media_id: id }) => id))].toSorted((a, b) => a - b);
  return ids.map((media) => {
    const mine = own.find(({ media_id: id }) => id === media);
    return {
      media,
      waiting: waiting.find(({ media_id: id }) => id === media)?.count ?? 0,
      own: mine?.count ?? 0,
      weight: mine?.weight,
    };
  });
}

export const totalWaiting = ({ waiting }: OwnQueue): number =>
  waiting.reduce((sum, { count }) => sum + count, 0);

/** Whether there is anything to say: somebody waits, or nobody would be offered. Pure. */
export const isQueueWorthShowing = (queue: OwnQueue): boolean =>
  totalWaiting(queue) > 0 || queue.not_offered === 'capacity';
