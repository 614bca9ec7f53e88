import type { Topic } from '@trunkline/contract';
import { useEffect } from 'react';
import { realtime } from './realtime.ts';

/** Has the server send what happens on this topic while the component is on the screen; null watches nothing. */
export function useTopic(topic: Topic | null): void {
  useEffect(() => {
    if (!topic) return undefined;
    realtime.watch(topic);
    return () => realtime.unwatch(topic);
  }, [topic]);
}
