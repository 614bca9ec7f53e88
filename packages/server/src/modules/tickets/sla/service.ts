import type { SlaClock, SlaEntry, SlaKind, Ticket } from '@trunkline/contract';
import type { Query, Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Platform } from '#platform/platform';
import { workingTimeBetween } from '#platform/calendar/working-time';
import { readHours, type Settings } from '#modules/settings';
import type { Author } from '../timeline/message-store.ts';
import { appendEvent, SYSTEM } from '../timeline/time-line.ts';
import type { ClockOutcome, SlaRules } from './clock-set.ts';
import type { SlaClockState } from './clock.ts';
import { columnsOf, type DueColumns } from './due-columns.ts';
import { slaEntryOf } from './entries.ts';
import { createSteps, type SlaSteps } from './steps.ts';
import * as store from './store.ts';
import type { ClockRow } from './tables.ts';

/**
 * The clocks of tickets. Each method is called in the transaction of an event, with the ticket locked, and returns the columns of
 * the ticket that change; none if nothing changes.
 */
export type Sla = {
  /**
   * For a new ticket that is not stored yet: its priority, the default one where none is given, its deadlines, and a function that
   * stores the clocks once it has an id. A quiet one gets no clocks until a person writes.
   */
  open(
    tx: Tx,
    ticket: NewSlaTicket,
    now: Date,
  ): Promise<{
    priority_id: number;
    due: DueColumns;
    keep: (ticket: Ticket, by: Author) => Promise<unknown>;
  }>;
  /** After a change of fields; returns nothing if they do not concern the clocks. */
  changed(tx: Tx, before: Ticket, after: Ticket, by: Author): Promise<DueColumns>;
  /** After a change was undone: restores the given clocks. The present settings apply to them as well. */
  restored(
    tx: Tx,
    ticket: Ticket,
    clocks: ReadonlyMap<SlaKind, ClockRow | null>,
    by: Author,
  ): Promise<DueColumns>;
  customerWrote(tx: Tx, ticket: Ticket, by: Author): Promise<DueColumns>;
  /**
   * Most answers end nothing: they are one of several to the same message. `others`: since when another customer of a merged
   * ticket waits, whom this answer was not for.
   */
  answered(tx: Tx, ticket: Ticket, by: Author, others?: Date | null): Promise<DueColumns>;
  /** No answer to the last message is needed. */
  noReplyNeeded(tx: Tx, ticket: Ticket, by: Author): Promise<DueColumns>;
  /** The customer wants no more messages, or wants them again. */
  optedOut(tx: Tx, ticket: Ticket, by: Author): Promise<DueColumns>;
  optedIn(tx: Tx, ticket: Ticket, by: Author): Promise<DueColumns>;
  /** An answer that counted did not go out. `since`: the first response without it. */
  notAnswered(tx: Tx, ticket: Ticket, since: Date | null): Promise<DueColumns>;
  /** Whether there is a clock for the first response. */
  hasFirst(q: Query, ticket: Ticket): Promise<boolean>;
  /** Recalculates the clocks with the present settings; may be called any number of times. */
  recount(tx: Tx, ticket: Ticket): Promise<DueColumns>;
  /** Whether it was opened by an automatic mail and has no other message since. */
  isQuiet(q: Query, ticketId: number): Promise<boolean>;
  /** Reports overdue clocks. */
  reportOverdue(tx: Tx, ticket: Ticket): Promise<DueColumns>;
  /** The clocks as the screen shows them, with the remaining time of running ones. */
  explain(q: Query, ticket: Ticket): Promise<{ clocks: SlaClock[]; entries: SlaEntry[] }>;
};

type SlaTicketFields = Pick<Ticket, 'department_id' | 'priority_id'>;
type NewSlaTicket = {
  department_id: number;
  priority_id: number | undefined;
  isOurs?: boolean | undefined;
  isQuiet?: boolean | undefined;
};
type AllRules = SlaRules & { priority: string };
type TicketMoment = { ticket: Pick<Ticket, 'id' | 'status'> & SlaTicketFields; by: Author };

const rulesKey = ({ department_id, priority_id }: SlaTicketFields): string =>
  `${department_id} ${priority_id}`;

/** The clocks of tickets. Each method is called in the transaction of what happened, with the ticket locked. */
export function createSla({ clock, settings }: Pick<Platform, 'clock'> & { settings: Settings }): Sla {
  /**
   * The settings cannot change while a transaction that has read them is open (settings, `lockRulesShared`), so they are cached with
   * it.
   */
  const known = new WeakMap<Query, Map<string, Promise<AllRules>>>();

  function knownIn(q: Query): Map<string, Promise<AllRules>> {
    const own = known.get(q) ?? new Map<string, Promise<AllRules>>();
    known.set(q, own);
    return own;
  }

  function rulesOf(q: Query, place: SlaTicketFields): Promise<AllRules> {
    const own = knownIn(q);
    const rules = own.get(rulesKey(place)) ?? readRulesOf(q, place);
    own.set(rulesKey(place), rules);
    return rules;
  }

  async function readRulesOf(q: Query, { department_id, priority_id }: SlaTicketFields): Promise<AllRules> {
    return (await readRules(q, department_id, () => settings.findPriority(q, priority_id))).rules;
  }

  async function readRules(
    q: Query,
    departmentId: number,
    read: () => ReturnType<Settings['findPriority']>,
  ): Promise<{ rules: AllRules; priority_id: number }> {
    // The hours are begun first, because this also locks the targets.
    const [hours, priority] = await Promise.all([settings.officeHours.hoursOf(q, departmentId), read()]);
    if (!priority)
      throw new AppError('invalid_reference', [{ path: 'priority_id', message: 'Unknown priority' }]);
    const targets = {
      first_response: priority.first_response_minutes,
      next_response: priority.next_response_minutes,
      resolution: priority.resolution_minutes,
    };
    return { rules: { targets, hours, priority: priority.name }, priority_id: priority.id };
  }

  /** The rules of a new ticket, and its priority. */
  async function rulesOfNew(q: Query, { department_id, priority_id }: NewSlaTicket) {
    if (priority_id !== undefined)
      return { rules: await rulesOf(q, { department_id, priority_id }), priority_id };
    const read = await readRules(q, department_id, () => settings.defaultPriority(q));
    const key = rulesKey({ department_id, priority_id: read.priority_id });
    knownIn(q).set(key, Promise.resolve(read.rules));
    return read;
  }

  async function write(
    tx: Tx,
    { ticket, by }: TicketMoment,
    rules: AllRules,
    { clocks, steps }: ClockOutcome,
  ): Promise<DueColumns> {
    const person = by.type === 'system' ? null : by.name;
    const touched = new Set(steps.map(({ kind }) => kind));
    const kept: SlaClockState[] = [];
    for (const [kind, one] of clocks) {
      if (one === null) await store.removeClock(tx.q, ticket.id, kind);
      else if (touched.has(kind)) kept.push(one);
    }
    await store.saveClocks(
      tx.q,
      kept.map((one) => store.toRow(ticket.id, one, rules.hours)),
    );
    await store.insertEntries(
      tx.q,
      steps.map((step) => ({
        ticket_id: ticket.id,
        ...slaEntryOf(step, { by: person, status: ticket.status, rules }),
      })),
    );
    for (const { step, kind, clock: one } of steps) {
      if (step !== 'breached') continue;
      const event = { type: 'sla_breached', kind, target_minutes: one.targetMinutes } as const;
      await appendEvent(tx, ticket.id, { event, author: SYSTEM }, clock.now());
    }
    return columnsOf(clocks, touched);
  }

  /** `begun`: when its clocks began, if not when the ticket was opened. */
  async function applyToClocks(
    tx: Tx,
    happening: TicketMoment,
    act: (steps: SlaSteps, begun: { created_at?: string }) => void,
    known?: readonly SlaClockState[],
  ): Promise<DueColumns> {
    const [begin, clocks] = await Promise.all([
      store.findClockStart(tx.q, happening.ticket.id),
      known ?? store.listClocks(tx.q, happening.ticket.id),
    ]);
    if (begin === null) return {};
    const rules = await rulesOf(tx.q, happening.ticket);
    const steps = createSteps(clocks, rules, clock.now());
    act(steps, begin === undefined ? {} : { created_at: begin });
    return write(tx, happening, rules, steps.outcome());
  }

  /** Starts the clocks of a ticket that an automatic mail opened, at the first message of a person. */
  async function begin(tx: Tx, ticket: Ticket, by: Author, isOurs: boolean): Promise<DueColumns> {
    if ((await store.findClockStart(tx.q, ticket.id)) !== null) return {};
    await store.setClockStart(tx.q, ticket.id, clock.now());
    return applyToClocks(tx, { ticket, by }, (steps) => {
      steps.opened(isOurs);
      steps.moved(ticket);
    });
  }

  return {
    async open(tx, opening, now) {
      const { isOurs = false, isQuiet = false } = opening;
      if (isQuiet) {
        const priority_id = opening.priority_id ?? (await settings.defaultPriority(tx.q)).id;
        return { priority_id, due: {}, keep: ({ id }) => store.deferClockStart(tx.q, id) };
      }
      const { rules, priority_id } = await rulesOfNew(tx.q, opening);
      const steps = createSteps([], rules, now);
      steps.opened(isOurs);
      const { clocks } = steps.outcome();
      return {
        priority_id,
        due: columnsOf(clocks, new Set(clocks.keys())),
        keep: (ticket, by) => write(tx, { ticket, by }, rules, steps.outcome()),
      };
    },

    async changed(tx, before, after, by) {
      const isMoved = after.department_id !== before.department_id;
      const isReplaced = after.priority_id !== before.priority_id;
      if (after.status === before.status && !isMoved && !isReplaced) return {};
      const wasDone = before.status === 'solved' || before.status === 'closed';
      return applyToClocks(tx, { ticket: after, by }, (steps, begun) => {
        const facts = { ...after, ...begun };
        if (after.status !== before.status) steps.moved(facts);
        if (isReplaced) steps.recounted(facts, 'priority');
        else if (isMoved) steps.recounted(facts, 'department');
        // The settings may have changed since it was solved.
        else if (wasDone) steps.recounted(facts, 'settings');
      });
    },

    restored: (tx, ticket, clocks, by) =>
      applyToClocks(tx, { ticket, by }, (steps, begun) => {
        const facts = { ...ticket, ...begun };
        steps.restored(new Map([...clocks].map(([kind, row]) => [kind, row && store.toClock(row)])));
        steps.moved(facts);
        steps.recounted(facts, 'settings');
      }),

    async customerWrote(tx, ticket, by) {
      if (ticket.first_response_at === null) return begin(tx, ticket, by, false);
      if (ticket.next_response_due_at !== null) return {};
      return applyToClocks(tx, { ticket, by }, (steps) => steps.customerWrote(ticket));
    },

    async answered(tx, ticket, by, others = null) {
      const clocks = await store.listClocks(tx.q, ticket.id);
      if (clocks.length === 0) return begin(tx, ticket, by, true);
      const isAwaited = clocks.some(({ kind, endedAt }) => kind !== 'resolution' && !endedAt);
      if (!isAwaited) return {};
      return applyToClocks(tx, { ticket, by }, (steps) => steps.answered(ticket, others), clocks);
    },

    noReplyNeeded: (tx, ticket, by) => applyToClocks(tx, { ticket, by }, (steps) => steps.noReplyNeeded()),

    optedOut: (tx, ticket, by) => applyToClocks(tx, { ticket, by }, (steps) => steps.optedOut()),
    optedIn: (tx, ticket, by) => applyToClocks(tx, { ticket, by }, (steps) => steps.optedIn(ticket)),

    notAnswered: (tx, ticket, since) =>
      applyToClocks(tx, { ticket, by: SYSTEM }, (steps) => steps.notAnswered(ticket, since)),

    hasFirst: async (q, { id }) =>
      (await store.listClocks(q, id)).some(({ kind }) => kind === 'first_response'),

    recount: (tx, ticket) =>
      applyToClocks(tx, { ticket, by: SYSTEM }, (steps, begun) =>
        steps.recounted({ ...ticket, ...begun }, 'settings'),
      ),

    isQuiet: async (q, ticketId) => (await store.findClockStart(q, ticketId)) === null,

    reportOverdue: (tx, ticket) => applyToClocks(tx, { ticket, by: SYSTEM }, () => undefined),

    async explain(q, ticket) {
      const [{ clocks, entries }, { calendar }] = await Promise.all([
        store.readSlaDetails(q, ticket.id),
        readHours(q, ticket.department_id),
      ]);
      const leftOf = ({ state, due_at: due, remaining_ms: left }: SlaClock) =>
        state === 'running' && due ? workingTimeBetween(calendar, clock.now(), new Date(due)) : left;
      return { clocks: clocks.map((one) => ({ ...one, remaining_ms: leftOf(one) })), entries };
    },
  };
}
