import {
  type AnswerChanges,
  assignTicket,
  type BodyOf,
  markNoReplyNeeded,
  reopenTicket,
  solveTicket,
  type staleTicketDetails,
  takeTicket,
  type Ticket,
  transferTicket,
  undoTicketChange,
  updateTicket,
} from '@trunkline/contract';
import type { z } from 'zod';
import { call } from '#shared/api/call.ts';
import { minuteTime } from '#shared/lib/format.ts';
import type { TicketNames } from '#shared/tickets/names.ts';

export type TicketPatch = Omit<BodyOf<typeof updateTicket>, 'version'>;

/** A change with the version that it is based on; it can be repeated with a newer version. */
export type TicketChangeAttempt = {
  /** The intended change, for the panel that shows a conflict. */
  wanted: Partial<Pick<Ticket, 'status' | 'assignee_id' | 'department_id'>> & Omit<TicketPatch, 'status'>;
  run: (version: number) => Promise<{ data: Ticket }>;
  /** The toast's text, shown with Undo. Without it no toast is shown, because the field itself shows the change. */
  said?: string;
};

/** A change that conflicts with one of another person. */
export type StaleAttempt = { attempt: TicketChangeAttempt; details: z.output<typeof staleTicketDetails> };
/** Ids of custom fields that must be answered before the ticket is solved. */
export type UnansweredFields = readonly number[];

type Words = {
  t: (key: string, values?: Record<string, unknown>) => string;
  status: (status: Ticket['status']) => string;
  names: TicketNames;
};

/** Returns the changes that can be made to a ticket, without running any. */
export function changeAttemptsFor(ticket: Ticket, { t, status: statusWord, names }: Words) {
  const params = { id: ticket.id };
  const edit = (patch: TicketPatch): TicketChangeAttempt => ({
    wanted: patch,
    run: (version) => call(updateTicket, { params, body: { version, ...patch } }),
  });
  const assignTo = (assignee_id: number | null): TicketChangeAttempt => ({
    wanted: { assignee_id },
    run: (version) => call(assignTicket, { params, body: { version, assignee_id } }),
  });
  const solve = solving(ticket.id, {});
  const reopen: TicketChangeAttempt = {
    wanted: { status: 'open' },
    run: (version) => call(reopenTicket, { params, body: { version } }),
  };
  const take: TicketChangeAttempt = { wanted: {}, run: () => call(takeTicket, { params, body: {} }) };
  const move = (department_id: number, note: string): TicketChangeAttempt => ({
    wanted: { department_id },
    run: (version) => call(transferTicket, { params, body: { version, department_id, note } }),
  });
  const isDone = ticket.status === 'solved' || ticket.status === 'closed';

  function setStatus(status: Ticket['status']): TicketChangeAttempt {
    if (status === 'solved' || status === 'closed') return { ...solve, said: t('done.solved') };
    if (isDone) return { ...reopen, said: t('done.reopened') };
    return { ...edit({ status }), said: t('done.status', { name: statusWord(status) }) };
  }

  return {
    edit,
    setStatus,
    solveWith: (fields: AnswerChanges): TicketChangeAttempt => ({
      ...setStatus('solved'),
      ...solving(ticket.id, fields),
    }),
    setPriority: (id: number): TicketChangeAttempt => ({
      ...edit({ priority_id: id }),
      said: t('done.priority', { name: names.priority(id)?.name }),
    }),
    noReply: (): TicketChangeAttempt => ({
      wanted: {},
      run: (version) => call(markNoReplyNeeded, { params, body: { version } }),
      said: t('done.noReply'),
    }),
    /** Null ends it. */
    snooze: (until: string | null): TicketChangeAttempt => ({
      ...edit({ snoozed_until: until }),
      said: until === null ? t('done.unsnoozed') : t('done.snoozed', { time: minuteTime(until) }),
    }),
    take: (): TicketChangeAttempt => ({ ...take, said: t('done.taken') }),
    assign: (id: number | null): TicketChangeAttempt => ({
      ...assignTo(id),
      said: id === null ? t('done.unassigned') : t('done.assigned', { name: names.agent(id) }),
    }),
    transfer: (id: number, note: string): TicketChangeAttempt => ({
      ...move(id, note),
      said: t('done.transferred', { name: names.department(id) }),
    }),
  };
}

type Changed = { before: number; after: Pick<Ticket, 'id' | 'version'> };

/**
 * Returns the change that undoes a change, with the previous values of its fields. Null where nothing was changed: the
 * version is then that of an earlier change.
 */
export function undoOf(
  wanted: TicketChangeAttempt['wanted'],
  { before, after }: Changed,
): TicketChangeAttempt | null {
  const { id, version: change } = after;
  if (change === before) return null;
  return {
    wanted,
    run: (version) => call(undoTicketChange, { params: { id }, body: { change, version } }),
  };
}

/** Returns the previous values of the fields of a change. */
export function previousValuesOf(
  ticket: Ticket,
  wanted: TicketChangeAttempt['wanted'],
): TicketChangeAttempt['wanted'] {
  const before = Object.keys(wanted).map((field) => [field, ticket[field as keyof Ticket]] as const);
  return Object.fromEntries(before);
}

const solving = (id: number, fields: AnswerChanges): TicketChangeAttempt => ({
  wanted: { status: 'solved', fields },
  run: (version) => call(solveTicket, { params: { id }, body: { version, fields } }),
});
