import {
  invalidDetails,
  staleTicketDetails,
  type AnswerChanges,
  type CustomFieldKey,
  type Ticket,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { nameOfAgent } from '#shared/api/session.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { showTicket, ticketKeys } from './api.ts';
import { closeLostTicket, runAndCheckAccess } from './lost-access.ts';
import { useErrorWords } from './error-words.ts';
import { useTicketNames } from '#shared/tickets/names.ts';
import type { TicketDetail } from './realtime.ts';
import {
  type TicketChangeAttempt,
  changeAttemptsFor,
  type UnansweredFields,
  type StaleAttempt,
  type TicketPatch,
  undoOf,
  previousValuesOf,
} from './outbox/ticket-attempts.ts';
import type { PaneState } from './page/use-pane-state.ts';

export type TicketActions = ReturnType<typeof useTicketActions>;

let dismissLast: () => void = () => undefined;

/** The actions on a ticket, with Undo, and with a question when somebody else has changed it in the meantime. */
export function useTicketActions(ticket: Ticket, pane: PaneState) {
  const { stale, setStale, missing, setMissing, busy, setBusy } = pane;
  const fail = useFailure(pane);
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const names = useTicketNames();
  const attempts = changeAttemptsFor(ticket, { t, status: (status) => shared(`status.${status}`), names });

  async function perform(attempt: TicketChangeAttempt, version: number): Promise<boolean> {
    setBusy(true);
    try {
      const { data, isGone } = await runSeeing(ticket.id, attempt, version);
      if (!isGone) showTicket(data);
      setStale(null);
      setMissing(null);
      if (attempt.wanted.status === 'solved') void remindOfChildren(ticket.id);
      const undo = undoOf(previousValuesOf(ticket, attempt.wanted), { before: version, after: data });
      const action = undo && { label: t('action.undo'), run: () => void perform(undo, data.version) };
      // One undo at a time: an older one would be refused as stale.
      dismissLast();
      const said = isGone ? t('done.noAccess', { said: attempt.said ?? '' }).trim() : attempt.said;
      if (said) dismissLast = toast(said, action ? { action } : {});
      if (isGone) closeLostTicket(ticket.id);
      return true;
    } catch (error) {
      fail(error, attempt);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const now = (attempt: TicketChangeAttempt) => perform(attempt, ticket.version);
  return {
    busy,
    stale,
    /** Repeats the change over that of the other person. */
    applyAnyway: () => stale && perform(stale.attempt, stale.details.current.version),
    keepTheirs: () => setStale(null),
    edit: (patch: TicketPatch) => now(attempts.edit(patch)),
    setPriority: (id: number) => now(attempts.setPriority(id)),
    setStatus: (status: Ticket['status']) => now(attempts.setStatus(status)),
    missing,
    /** Saves the missing answers, and solves the ticket. */
    solveWith: (fields: AnswerChanges) => perform(attempts.solveWith(fields), newestVersion(ticket)),
    leaveUnsolved: () => setMissing(null),
    /** Solves the ticket after a message was sent, which may have changed the ticket, so the newest version counts. */
    solveAfter: () => perform(attempts.setStatus('solved'), newestVersion(ticket)),
    noReply: () => now(attempts.noReply()),
    snooze: (until: string | null) => now(attempts.snooze(until)),
    take: () => now(attempts.take()),
    assign: (id: number | null) => now(attempts.assign(id)),
    transfer: (id: number, note: string) => now(attempts.transfer(id, note)),
  };
}

/** Returns the function that handles a refusal, by a question or a sentence. */
function useFailure({ setStale, setMissing }: PaneState) {
  const { t } = useTranslation('tickets');
  const names = useTicketNames();
  const words = useErrorWords();

  async function tellOwner(id: number, error: unknown): Promise<void> {
    const name = await nameOfAgent(id);
    toast(name ? t('error.already_assigned_by', { name }) : words(error), { kind: 'failed' });
  }

  return (error: unknown, attempt: TicketChangeAttempt): void => {
    const details = staleDetailsOf(error);
    if (details) {
      showTicket(details.current);
      // Only one question is shown at a time.
      setMissing(null);
      setStale({ attempt, details });
      return;
    }
    const asked = missingIn(error);
    if (asked) return setMissing(asked);
    const owner = ownerIn(error);
    if (owner !== null) return void tellOwner(owner, error);
    const refused = refusedIn(error);
    toast(refused ? t('fields.refused', { name: names.field(refused) }) : words(error), { kind: 'failed' });
  };
}

/** A person who moves a ticket may lose access to it. */
async function runSeeing(id: number, attempt: TicketChangeAttempt, version: number) {
  const { wanted } = attempt;
  if (wanted.department_id === undefined && wanted.assignee_id === undefined)
    return { ...(await attempt.run(version)), isGone: false };
  const { done, isGone } = await runAndCheckAccess(id, () => attempt.run(version));
  return { ...done, isGone };
}

/** After a parent was solved, tells that its subtickets are still open. */
async function remindOfChildren(id: number): Promise<void> {
  const { showOpenChildren } = await import('./relations/open-children.ts');
  await showOpenChildren(id);
}

function newestVersion(ticket: Ticket): number {
  return queryClient.getQueryData<TicketDetail>(ticketKeys.one(ticket.id))?.ticket.version ?? ticket.version;
}

function staleDetailsOf(error: unknown): StaleAttempt['details'] | null {
  if (!(error instanceof ApiError) || error.code !== 'stale') return null;
  const details = staleTicketDetails.safeParse(error.details);
  return details.success ? details.data : null;
}

function missingIn(error: unknown): UnansweredFields | null {
  if (!(error instanceof ApiError) || error.code !== 'fields_missing') return null;
  const details = invalidDetails.safeParse(error.details);
  return details.success ? details.data.map(({ path }) => Number(path.replace('fields.', ''))) : null;
}

/** Returns the custom field whose answer was refused. */
function refusedIn(error: unknown): CustomFieldKey | null {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return null;
  const details = invalidDetails.safeParse(error.details);
  const [first] = details.success ? details.data : [];
  const id = /^fields\.(\d+)$/.exec(first?.path ?? '')?.[1];
  return id === undefined ? null : `field:${Number(id)}`;
}

function ownerIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'already_assigned') return null;
  const id = (error.details as { assignee_id?: unknown } | null | undefined)?.assignee_id;
  return typeof id === 'number' ? id : null;
}
