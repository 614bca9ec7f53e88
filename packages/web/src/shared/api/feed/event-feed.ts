/** A numbered event as it came over the wire, not parsed yet. */
export type RawEvent = { seq: number; name: string; payload: unknown };
export type ResumeAnswer = { seq: number; reset: boolean; events: RawEvent[] };

/** `first`: a fresh page that had seen nothing; `caught-up`: all that was missed came; `reset`: too long away. */
export type ResumeOutcome = 'first' | 'caught-up' | 'reset';

/**
 * Puts what comes live and what a resume brings into one line: in order, nothing missed, nothing twice.
 * While a resume is under way live events wait, because the answer holds older ones.
 */
export type EventFeed = {
  /** The last event that was delivered, null on a fresh page. */
  lastSeq(): number | null;
  /** A connection has opened: hold live events back until its resume is answered. */
  hold(): void;
  receive(event: RawEvent): void;
  /** `onOutcome` runs between the answer's events and the live ones, so that a reset comes before what is newer. */
  resumed(answer: ResumeAnswer, onOutcome?: (outcome: ResumeOutcome) => void): void;
};

/** Makes a feed that hands every event to `deliver` exactly once, by rising number. */
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
      // What waited for an earlier, broken resume stays missed on purpose: the next answer brings it again.
      waiting = [];
    },
    receive(event) {
      if (waiting) waiting.push(event);
      else pass(event);
    },
    resumed(answer, onOutcome) {
      const outcome = outcomeOf(answer, last);
      if (outcome === 'caught-up') for (const event of bySeq(answer.events)) pass(event);
      // Everything up to here is either delivered or will be fetched anew. After a reset of the server's numbering
      // the new number may be lower than ours, so it is taken as it is.
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
