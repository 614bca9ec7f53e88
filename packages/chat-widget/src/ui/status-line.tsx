import type { VisitorChat } from '@trunkline/contract';
import { useEffect, useState } from 'preact/hooks';
import type { Texts } from '../texts/texts.ts';
import { useChat, useTexts } from './context.ts';

/** A line below the header that says what the visitor is waiting for. */
export function StatusLine() {
  const { chat, connection, pausedUntil, isStartingAgain } = useChat();
  const texts = useTexts();
  const seconds = useSecondsUntil(pausedUntil);
  const line = seconds > 0 ? texts.paused(seconds) : connection === 'lost' ? texts.lost : null;
  const calm =
    chat.status === 'waiting'
      ? placeOf(chat, texts)
      : chat.goes_on
        ? texts.solved
        : isStartingAgain
          ? texts.startAgainHint
          : null;
  // Always rendered, because screen readers announce changes within a live region, but not a region that appears.
  return (
    <div role="status" class={line ? 'status warn' : calm ? 'status' : 'status none'}>
      {line ?? calm}
    </div>
  );
}

function placeOf({ position, expected_wait: wait }: VisitorChat, texts: Texts): string {
  const place =
    position === null ? texts.waitingPlain : position === 1 ? texts.waitingFirst : texts.waiting(position);
  const usual = wait === null ? '' : `${texts.usualWait(Math.max(1, Math.round(wait / 60)))} `;
  return `${place} ${usual}${texts.writeMeanwhile}`;
}

function useSecondsUntil(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
