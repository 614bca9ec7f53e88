/** A numbered event as it came over the wire, not parsed yet. */
export type RawEvent = { seq: number; name: string; payload: unknown };
export type ResumeAnswer = { seq: number; reset: boolean; events: RawEvent[] };

/** `first`: a new page that had no events yet; `caught-up`: all missed events came; `reset`: the server no longer has them all. */
export type ResumeOutcome = 'first' | 'caught-up' | 'reset';

/**
 * Merges live events and those of a resume into one sequence: in order, none missing, none twice. While a resume is on
 * its way live events wait, because its answer holds older ones.
 */
export type EventFeed = {
  /** The last event that was delivered, null on a fresh page. */
  lastSeq(): number | null;
  /** To be called when a connection opens: live events wait until its resume is answered. */
  hold(): void;
  receive(event: RawEvent): void;
  /** `onOutcome` runs after the answer's events and before the waiting live ones, so that a reset precedes newer events. */
  resumed(answer: ResumeAnswer, onOutcome?: (outcome: ResumeOutcome) => void): void;
};

/** Makes a feed that passes every event to `deliver` exactly once, by rising number. */
export function createEventFeed(deliver: (event: RawEvent) => void): EventFeed {
  let last: number | null = null;
  let waiting: RawEvent[] | null = [];

  function pass(event: RawEvent): void {
    if (last !== null && event.seq <= last) return;
    last = event.seq;
    deliver(event);
  }

  return {
    lastSeq: () => last,
    hold() {
      // Live events that waited for an earlier, broken resume are dropped: the next answer contains them.
      waiting = [];
    },
    receive(event) {
      if (waiting) waiting.push(event);
      else pass(event);
    },
    resumed(answer, onOutcome) {
      const outcome = outcomeOf(answer, last);
      if (outcome === 'caught-up') for (const event of bySeq(answer.events)) pass(event);
      // Everything up to this number is either delivered or will be fetched anew. If the server's numbering was reset
      // it may be lower than ours, so it is taken as it is.
      last = outcome === 'caught-up' ? Math.max(last ?? 0, answer.seq) : answer.seq;
      onOutcome?.(outcome);
      const held = waiting ?? [];
      waiting = null;
      for (const event of bySeq(held)) pass(event);
    },
  };
}

function outcomeOf(answer: ResumeAnswer, last: number | null): ResumeOutcome {
  if (last === null) return 'first';
  return answer.reset ? 'reset' : 'caught-up';
}

function bySeq(events: readonly RawEvent[]): RawEvent[] {
  return events.toSorted((a, b) => a.seq - b.seq);
}
