import { CHANNEL_TRAITS, type Ticket } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import { createLeasedWorker } from '#platform/work-queue/index';
import type { Tickets } from '#modules/tickets';
import type { SendAutomatic } from '../automatic-message.ts';
import * as conversations from '../store.ts';
import type { ConversationRow } from '../store.ts';
import type { ResponderHolds, HoldingResponder } from './holds.ts';
import type { ResponderChain } from './responder-chain.ts';
import type { ResponderReply, ResponderTurn, TurnResponse } from './responder.ts';
import type { HandoverReason } from './tables.ts';
import * as store from './turn-store.ts';
import { responderTurnQueue, type TurnRow } from './turn-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'> & {
  tickets: Pick<Tickets, 'lock' | 'read' | 'timeline'>;
  holds: ResponderHolds;
  meeting: ResponderChain;
  send: SendAutomatic;
};

/** Responses under way at the same time, in this process. */
const CONCURRENCY = 16;
const HOLD_MS = 24 * 3_600_000;
/** Stops a loop between a responder and another machine that replies automatically. */
const MOST_AN_HOUR = 60;
const HOUR_MS = 3_600_000;

type Answer = Extract<TurnResponse, { kind: 'answer' }>;
type HandOver = Extract<TurnResponse, { kind: 'handOver' }>;

const handOverFor = (reason: HandoverReason): TurnResponse => ({ kind: 'handOver', reason });

/** Asks responders for their response to the messages they took, once and in order, and carries it out. */
export function createResponderTurns({ db, clock, log, jobs, tickets, holds, meeting, send }: Deps) {
  const closing = new AbortController();
  const worker = createLeasedWorker({ db, clock, log, jobs }, responderTurnQueue, {
    label: 'responding',
    concurrency: CONCURRENCY,
    perOwner: 1,
    ready: (id) => Promise.resolve(id),
    run: answer,
  });

  async function answer(row: TurnRow): Promise<boolean> {
    const seen = await conversations.findConversation(db.q, row.conversation_id);
    const ticket = seen && (await tickets.read(db.q, seen.ticket_id));
    if (!ticket) return false;
    const responder = meeting.findHolder(seen.held_by);
    const response = responder && (await respondOnce(responder, row, await turnOf(row, ticket, seen)));
    try {
      await db.transaction((tx) => applyOutcome(tx, row, { responder, response }));
    } catch (error) {
      log.error({ err: error, responder: responder?.name }, 'what a responder wanted could not be done');
      await db.transaction((tx) => applyOutcome(tx, row, { responder, response: handOverFor('failed') }));
    }
    return true;
  }

  async function turnOf(row: TurnRow, ticket: Ticket, conversation: ConversationRow): Promise<ResponderTurn> {
    const { message_id: id, message_at: at, key, is_new_case: isNewCase } = row;
    const message = id === null || at === null ? undefined : await tickets.timeline.findMessage(db.q, id, at);
    return { ticket, conversation, message: message ?? null, key, isNewCase, handedOver: null };
  }

  /** Asks the responder. An attempt that was interrupted by a crash is not repeated, however far it came. */
  async function respondOnce(
    responder: HoldingResponder,
    row: TurnRow,
    turn: ResponderTurn,
  ): Promise<TurnResponse> {
    if (!(await store.beginTurn(db.q, row, clock.now()))) return handOverFor('interrupted');
    const { budgetMs, respond } = responder.holding;
    const own = new AbortController();
    let end: () => void = () => undefined;
    const late = new Promise<TurnResponse>((resolve) => {
      const cancel = clock.after(budgetMs, () => resolve(handOverFor('timeout')));
      const close = () => resolve(handOverFor('interrupted'));
      closing.signal.addEventListener('abort', close);
      end = () => {
        cancel();
        closing.signal.removeEventListener('abort', close);
      };
    });
    try {
      return await Promise.race([respond(turn, own.signal), late]);
    } catch (error) {
      log.error({ err: error, responder: responder.name }, 'a responder failed; a person has to go on');
      return handOverFor('failed');
    } finally {
      end();
      own.abort();
    }
  }

  type Outcome = { responder: HoldingResponder | undefined; response: TurnResponse | undefined };

  /**
   * Carries out the response if the responder still holds the conversation: an agent may have taken it over, or its time may be
   * over.
   */
  async function applyOutcome(tx: Tx, row: TurnRow, { responder, response }: Outcome): Promise<void> {
    const seen = await conversations.findConversation(tx.q, row.conversation_id);
    const ticket = seen && (await tickets.lock(tx, seen.ticket_id));
    const conversation = ticket && (await conversations.lockConversation(tx.q, row.conversation_id));
    if (!conversation) return;
    const turn = await turnOf(row, ticket, conversation);
    if (!responder || !response || conversation.held_by !== responder.name) return drop(tx, row, turn);
    const final = response.kind === 'answer' ? await sayAll(tx, row, turn, response) : response;
    switch (final.kind) {
      case 'answer':
        return keepFor(tx, row, turn, { responder, answer: final });
      case 'pass':
        if (!(await meeting.passOn(tx, turn, responder.name)))
          await responderTurnQueue.finish(tx.q, row, { state: 'handed_over' });
        return;
      case 'handOver':
        return handOver(tx, row, turn, final);
    }
  }

  async function keepFor(
    tx: Tx,
    row: TurnRow,
    turn: ResponderTurn,
    { responder, answer }: { responder: HoldingResponder; answer: Answer },
  ): Promise<void> {
    await responderTurnQueue.finish(tx.q, row, { state: 'answered' });
    await holds.keepHolding(tx, responder, { id: turn.conversation.id, holdMs: answer.holdMs ?? HOLD_MS });
    await answer.keep?.(tx, turn);
  }

  async function handOver(
    tx: Tx,
    row: TurnRow,
    turn: ResponderTurn,
    { reason, collected, says = [], keep }: HandOver,
  ): Promise<void> {
    for (const [at, saying] of says.entries()) await sendAnswer(tx, row, turn, { saying, at });
    await responderTurnQueue.finish(tx.q, row, { state: reason === 'failed' ? 'failed' : 'handed_over' });
    const conversation = await holds.handOver(tx, turn.conversation, reason, collected);
    const after = { ...turn, conversation, handedOver: conversation.handed_over };
    await meeting.meetAfter(tx, after, row.responder);
    await keep?.(tx, after);
  }

  /**
   * The responder does not hold the conversation any more: the message goes to the responders after it, which can only reply.
   */
  async function drop(tx: Tx, row: TurnRow, turn: ResponderTurn): Promise<void> {
    await responderTurnQueue.finish(tx.q, row, { state: 'dropped' });
    const { conversation } = turn;
    const isHeld = conversation.held_by !== null;
    if (isHeld && meeting.findHolder(conversation.held_by)) return;
    const after = isHeld ? await holds.handOver(tx, conversation, 'unregistered') : conversation;
    if (after.status !== 'ended')
      await meeting.meetAfter(
        tx,
        { ...turn, conversation: after, handedOver: after.handed_over },
        row.responder,
      );
  }

  /** Sends all messages of the response, or returns why the conversation is handed over instead. */
  async function sayAll(tx: Tx, row: TurnRow, turn: ResponderTurn, answer: Answer): Promise<TurnResponse> {
    const since = new Date(clock.now().getTime() - HOUR_MS);
    if ((await store.countAnswered(tx.q, turn.conversation.id, since)) >= MOST_AN_HOUR)
      return handOverFor('too_often');
    for (const [at, saying] of answer.says.entries())
      if (!(await sendAnswer(tx, row, turn, { saying, at }))) return handOverFor('cannot_send');
    return answer;
  }

  async function sendAnswer(
    tx: Tx,
    row: TurnRow,
    { ticket, conversation }: ResponderTurn,
    { saying: { body, choices }, at }: { saying: ResponderReply; at: number },
  ): Promise<boolean> {
    const takesChoices = CHANNEL_TRAITS[conversation.media_id].choices !== null;
    const own = { client_key: `responder:${row.id}:${at}`, body, file_ids: [] };
    const reply = takesChoices && choices ? { ...own, choices } : own;
    return (await send(tx, { ticket, conversation, reply })) !== 'cannot_send';
  }

  return {
    wake: worker.wake,
    recoverPending: worker.recoverPending,
    /** Responses that are still under way are aborted, and their conversations handed over. */
    stop(): Promise<void> {
      closing.abort();
      return worker.stop();
    },
  };
}
