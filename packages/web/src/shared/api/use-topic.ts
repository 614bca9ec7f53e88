import type { Topic } from '@trunkline/contract';
import { useEffect } from 'react';
import { realtime } from './realtime.ts';

/** Subscribes to a topic while the component is mounted; null subscribes to nothing. */
export function useTopic(topic: Topic | null): void {
  useEffect(() => {
    if (!topic) return undefined;
    realtime.watch(topic);
    return () => realtime.unwatch(topic);
  }, [topic]);
}
