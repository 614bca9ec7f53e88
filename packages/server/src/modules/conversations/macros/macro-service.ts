import {
  LIMITS,
  type BodyOf,
  type Macro,
  type Message,
  type ResponseOf,
  type runMacro,
  type Ticket,
} from '@trunkline/contract';
import { demand, type Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { Customers } from '#modules/customers';
import type { Settings } from '#modules/settings';
import { byUser, permissionsToUndo, type Tickets } from '#modules/tickets';
import type { Reply } from '../channel.ts';
import { fieldsFor, macroPermissions } from './macro-steps.ts';
import { createMacroTexts } from './macro-text.ts';
import * as store from './macro-store.ts';
import type { MacroBefore } from '../tables.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  settings: Settings;
  agents: Pick<Agents, 'listSight'>;
  customers: Pick<Customers, 'read'>;
  tickets: Tickets;
  addresseeOf: (q: Query, ticket: Ticket) => Promise<string | undefined>;
  replyIn: (tx: Tx, viewer: Viewer, ticketId: number, reply: Reply) => Promise<Message>;
};
type MacroRequest = BodyOf<typeof runMacro>;
type MacroResult = ResponseOf<typeof runMacro>['data'];

const UNDO_MS = 86_400_000;

/** Runs several changes of a ticket in one transaction, with the checks of each single change. */
export function createMacroRunner(deps: Deps) {
  const { db, clock, settings, agents, tickets, replyIn, addresseeOf } = deps;
  const textsOn = createMacroTexts(deps);

  async function findUsableMacro(tx: Tx, macroId: number, ticket: Ticket, viewer: Viewer): Promise<Macro> {
    const [macro] = await settings.listMacros(tx.q, macroId);
    if (!macro) throw new AppError('not_found');
    if (macro.department_id !== null && macro.department_id !== ticket.department_id)
      throw new AppError('conflict', { reason: 'macro_elsewhere' });
    for (const permission of macroPermissions(macro, ticket, viewer)) demand(viewer, permission);
    if (macro.assign_to_id !== null)
      await demandTakes(tx, macro.assign_to_id, macro.move_to_id ?? ticket.department_id);
    return macro;
  }

  /** Refuses where the assignee no longer works here, or not in the department that the ticket is moved to. */
  async function demandTakes(tx: Tx, userId: number, departmentId: number): Promise<void> {
    const [person] = await agents.listSight(tx.q, [userId]);
    if (person?.mayView && person.departmentIds.includes(departmentId)) return;
    const reason = person?.mayView ? 'person_elsewhere' : 'person_gone';
    throw new AppError('conflict', { reason, name: person?.fullname ?? '' });
  }

  /** Writes the note and the reply, before the fields change, since solving ends a chat. Returns whether a reply was sent. */
  async function write(
    tx: Tx,
    viewer: Viewer,
    ticket: Ticket,
    { macro, wanted }: { macro: Macro; wanted: MacroRequest },
  ) {
    const key = wanted.client_key;
    const texts = await textsOn(tx.q, ticket, viewer);
    const note = texts.fill(macro.note);
    if (note)
      await tickets.timeline.note(tx, ticket, {
        viewer,
        body: note,
        client_key: `macro-note-${key}`,
        goesTo: { department_id: macro.move_to_id ?? ticket.department_id },
      });
    const isSent = macro.sends_at_once && macro.reply.trim() !== '';
    if (isSent) texts.demandWhole(macro.reply);
    // A reply that is sent goes to the ticket's conversation; one that is only drafted is addressed to whom the reply box shows.
    const addressee =
      (isSent ? undefined : wanted.addressee) ?? (await addresseeOf(tx.q, ticket)) ?? ticket.customer_name;
    const reply = texts.fill(macro.reply, { 'customer.name': addressee });
    if (isSent)
      await replyIn(tx, viewer, ticket.id, {
        client_key: `macro-${key}`,
        body: reply,
        file_ids: [],
        conversation_id: wanted.conversation_id,
      });
    return { reply: isSent ? '' : reply, hasSent: isSent };
  }

  async function run(tx: Tx, viewer: Viewer, before: Ticket, wanted: MacroRequest): Promise<MacroResult> {
    const { client_key: key } = wanted;
    const macro = await findUsableMacro(tx, wanted.macro_id, before, viewer);
    const now = clock.now();
    const author = byUser(viewer);
    await tickets.timeline.appendEvent(tx, before.id, {
      event: { type: 'macro', macro_id: macro.id, name: macro.name },
      author,
    });
    const { reply, hasSent } = await write(tx, viewer, before, { macro, wanted });
    const current = found(await tickets.read(tx.q, before.id));
    const fields = fieldsFor(macro, current, { viewer, now });
    if ((fields.tags?.length ?? 0) > LIMITS.tags)
      throw new AppError('conflict', { reason: 'too_many_tags', max: LIMITS.tags });
    const ticket = await tickets.change(tx, current, fields, author);
    const at = {
      ticket_id: before.id,
      user_id: viewer.id,
      client_key: key,
      at: now,
      version: ticket.version,
    };
    const run_id = await store.insertRun(tx.q, { ...at, macro_id: macro.id, before: beforeOf(before) });
    return { ticket, run_id, reply, has_sent: hasSent, can_undo: ticket.version !== before.version };
  }

  tickets.bulk.registerMacros({
    async demand(q, _viewer, macroId) {
      const [macro] = await settings.listMacros(q, macroId);
      if (!macro) throw new AppError('not_found');
    },
    async run(tx, viewer, ticket, { macro_id, client_key }) {
      const done = await run(tx, viewer, ticket, { macro_id, client_key, version: ticket.version });
      return done.ticket;
    },
  });

  return {
    runMacro: (viewer: Viewer, id: number, wanted: MacroRequest): Promise<MacroResult> =>
      db.transaction(async (tx) => {
        const ticket = await tickets.lockVisible(tx, viewer, id);
        const known = await store.findRunByKey(tx.q, viewer.id, wanted.client_key);
        if (known)
          return { ticket, run_id: known.id, reply: '', has_sent: false, can_undo: known.undone_at === null };
        await tickets.demandFresh(tx, ticket, wanted.version);
        return run(tx, viewer, ticket, wanted);
      }),

    undoMacro: (viewer: Viewer, runId: number): Promise<Ticket> =>
      db.transaction(async (tx) => {
        const past = found(await store.lockRun(tx.q, runId, viewer.id));
        const now = clock.now();
        const { version: after } = past.before;
        const isOver = past.undone_at !== null || now.getTime() - Date.parse(past.at) > UNDO_MS;
        if (isOver || after === undefined) throw new AppError('conflict', { reason: 'undo_expired' });
        const ticket = await tickets.lockVisible(tx, viewer, past.ticket_id);
        await tickets.demandFresh(tx, ticket, past.version);
        for (const permission of permissionsToUndo(past.before, ticket, viewer)) demand(viewer, permission);
        await store.markUndone(tx.q, runId, now);
        const [macro] = await settings.listMacros(tx.q, past.macro_id);
        const event = { type: 'macro_undone', macro_id: past.macro_id, name: macro?.name ?? '' } as const;
        await tickets.timeline.appendEvent(tx, ticket.id, { event, author: byUser(viewer) });
        // The reply may have changed the ticket too, for example assigned it, so the undo covers all changes from the first one on.
        return tickets.restoreSince(tx, ticket, viewer, { after, upTo: past.version });
      }),
  };
}

function beforeOf(ticket: Ticket): MacroBefore {
  const { status, department_id, assignee_id, version } = ticket;
  return { status, department_id, assignee_id, version };
}
