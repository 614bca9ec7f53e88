import type { SlaKind, TicketStatus } from '@trunkline/contract';
import type { SlaClockState } from './clock.ts';
import type { ClockOutcome, SlaRules } from './clock-set.ts';
import { columnsOf, type DueColumns } from './due-columns.ts';
import { slaEntryOf } from './entries.ts';
import { createSteps } from './steps.ts';
import { toRow, type NewSlaEntry } from './store.ts';

export type ReplayedEvent = {
  what: 'opened' | 'customer_wrote' | 'answered' | 'moved';
  at: Date;
  by: string | null;
  /** The ticket's status after the event. */
  status: TicketStatus;
};
type ReplayResult = {
  due: DueColumns;
  rows: (ticketId: number) => { clocks: ReturnType<typeof toRow>[]; entries: NewSlaEntry[] };
};

/** The clocks of a ticket with a history, for demo and imported data. Pure. */
export function replaySla(
  happenings: readonly ReplayedEvent[],
  rules: SlaRules & { priority: string },
  now: Date,
): ReplayResult {
  const clocks = new Map<SlaKind, SlaClockState>();
  const entries: Omit<NewSlaEntry, 'ticket_id'>[] = [];
  const created_at = happenings[0]?.at.toISOString() ?? now.toISOString();
  let first_response_at: string | null = null;
  let last: Pick<ReplayedEvent, 'by' | 'status'> = { by: null, status: 'open' };

  function applyOutcome({ clocks: after, steps }: ClockOutcome): void {
    for (const [kind, clock] of after) if (clock) clocks.set(kind, clock);
    entries.push(...steps.map((step) => slaEntryOf(step, { ...last, rules })));
  }

  for (const { what, at, by, status } of happenings) {
    last = { by, status };
    const steps = createSteps([...clocks.values()], rules, at);
    const facts = { status, created_at, first_response_at };
    if (what === 'opened') steps.opened();
    if (what === 'customer_wrote') steps.customerWrote(facts);
    if (what === 'answered') steps.answered(facts);
    if (what === 'moved') steps.moved(facts);
    if (what === 'answered') first_response_at ??= at.toISOString();
    applyOutcome(steps.outcome());
  }
  applyOutcome(createSteps([...clocks.values()], rules, now).outcome());
  return {
    due: columnsOf(clocks, new Set(clocks.keys())),
    rows: (ticket_id) => ({
      clocks: [...clocks.values()].map((clock) => toRow(ticket_id, clock, rules.hours)),
      entries: entries.map((entry) => ({ ticket_id, ...entry })),
    }),
  };
}
