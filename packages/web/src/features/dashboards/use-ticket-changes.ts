import { realtime } from '#shared/api/realtime.ts';
import { useSession } from '#shared/api/session.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { useEffect, useEffectEvent } from 'react';
import { atMostEvery } from './at-most-every.ts';

const EVERY_MS = 15_000;

/** Calls `onNews` after tickets have changed: at most every 15 seconds, and only while the page is visible. */
export function useTicketChanges(onNews: () => void): void {
  const { can } = useSession();
  const tell = useEffectEvent(onNews);
  useTopic(can('TICKETS:VIEW') ? 'tickets' : null);
  useEffect(() => {
    let isStale = false;
    let counts: string | undefined;
    const news = atMostEvery(EVERY_MS, () => {
      isStale = document.hidden;
      if (!isStale) tell();
    });
    const handleVisible = () => {
      if (!document.hidden && isStale) news.call();
    };
    const offs = [
      realtime.on('ticket-changed', news.call),
      realtime.on('ticket-removed', news.call),
      realtime.on('ticket-counts', (told) => {
        // The first counts come with the connection and are no change.
        const text = JSON.stringify(told);
        if (counts !== undefined && counts !== text) news.call();
        counts = text;
      }),
      realtime.onReset(news.call),
    ];
    document.addEventListener('visibilitychange', handleVisible);
    return () => {
      for (const off of offs) off();
      document.removeEventListener('visibilitychange', handleVisible);
      news.stop();
    };
  }, []);
}
