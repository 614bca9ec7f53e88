import type { attendCall, BodyOf, EscortMode } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query, Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { CallRow, Calls, EscortRow, Escorts } from '#modules/calls';
import type { Tickets } from '#modules/tickets';
import type { RoomTokens } from '../access/tokens.ts';
import type { MediaEngine } from '../media/media-engine.ts';
import { supervisorIdentity, supervisorIn, supervisorRights } from './supervisor-rights.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'notices' | 'log'> & {
  auth: Pick<Auth, 'viewerOf' | 'listEndedSessions'>;
  calls: Pick<Calls, 'find' | 'lock' | 'agents' | 'follow' | 'supervision'>;
  tickets: Pick<Tickets, 'read'>;
  engine: Pick<MediaEngine, 'permit' | 'person' | 'eject' | 'canHideFromSome'>;
  tokens: RoomTokens;
  roomUrl: (room: string) => string;
};

/** Why one ended, as the audit log keeps it. */
type End = 'left' | 'call_ended' | 'agent_left' | 'took_a_call' | 'not_allowed' | 'signed_out' | 'page_gone';
type LeftUser = { room: string; call_id: number; user_id: number };

/** How long their page may take to join. */
const COMES_WITHIN_MS = 45_000;
/** How long it may be away. */
const BACK_WITHIN_MS = 12_000;

/**
 * Supervisors on calls in rooms. Their page joins as a participant of its own kind (`supervisor-…`), and what others know of it and
 * receive from it is the media server's to enforce: `supervisorRights`.
 */
export type RoomEscorts = Escorts & {
  /** Their page has left the room: ends it unless it is back soon, as after a reload or with a new connection. */
  left(call: CallRow, identity: string): Promise<void>;
  /** Ends those whose page is not in the room any more, and corrects rights that a crash left behind. */
  compare(call: CallRow, present: ReadonlySet<string>): Promise<void>;
  /** Ends those of supervisors who may not any more, or have signed out. */
  endForbidden(): Promise<void>;
};

export function createRoomEscorts(deps: Deps): RoomEscorts {
  const { db, clock, jobs, events, notices, log, auth, calls, tickets, engine, tokens, roomUrl } = deps;
  const { supervision } = calls;
  const { audit, records } = supervision;

  /** Whose call it is and of which department, which decides who may see it. */
  async function participantsOf(q: Query, call: CallRow | undefined) {
    const ticket = call && call.state !== 'ended' ? await tickets.read(q, call.ticket_id) : undefined;
    return call && ticket && { ...call, department_id: ticket.department_id };
  }

  function emitEscort(tx: Tx, row: EscortRow): void {
    tx.emit('escort-changed', records.toEscort(row), [`user:${row.user_id}`]);
    tx.afterCommit(() => notices.send('calls-changed', null));
  }

  /** Their page gets a token for the room; nobody else does. */
  function joinOf(call: CallRow, { id, fullname: name }: Viewer) {
    const { room_name: room } = call;
    const identity = supervisorIdentity(id);
    const place = { room, identity, name, userId: null, isOwner: false, kind: call.kind };
    return { url: roomUrl(room), token: tokens.write(place, clock.now()) };
  }

  function demandPossible(mode: EscortMode): void {
    if (mode === 'whisper' && !engine.canHideFromSome) {
      throw new AppError('conflict', { reason: 'whisper_not_possible' });
    }
  }

  /** Nothing happens where it has ended before. */
  async function end(tx: Tx, id: number, why: End, by?: Viewer): Promise<void> {
    const escort = await records.lock(tx.q, { id });
    if (escort?.state !== 'attending') return;
    const row = await records.update(tx.q, id, { state: 'ended', outcome: 'over', ended_at: clock.now() });
    const { call_id: callId, user_id: userId } = row;
    const details = { escort_id: id, why };
    await audit(tx, by ?? { id: userId }, { action: 'room-call.left', callId, details });
    emitEscort(tx, row);
    const call = await calls.find(tx.q, { id: callId });
    const gone: LeftUser = { room: call?.room_name ?? '', call_id: callId, user_id: userId };
    await tx.enqueue('rooms:escort-out', gone);
  }

  const endAlone = (id: number, why: End) => db.transaction((tx) => end(tx, id, why));

  async function endAll(tx: Tx, callId: number, why: End): Promise<void> {
    for (const { id } of await records.listOpen(tx.q, callId)) await end(tx, id, why);
  }

  /** Removes their page from the room, unless they have begun anew meanwhile. */
  jobs.define('rooms:escort-out', async ({ room, call_id: callId, user_id: userId }: LeftUser) => {
    if ((await records.findOpen(db.q, userId))?.call_id === callId) return;
    await engine.eject(room, supervisorIdentity(userId));
  });

  jobs.define('rooms:escort-look', async ({ room, call_id: callId, user_id: userId }: LeftUser) => {
    const escort = await records.findOpen(db.q, userId);
    const isBack = await engine.person(room, supervisorIdentity(userId));
    if (escort?.call_id === callId && !isBack) await endAlone(escort.id, 'page_gone');
  });

  calls.follow({
    onAnswered: () => Promise.resolve(),
    onArrived: () => Promise.resolve(),
    onEnded: (tx, call) => endAll(tx, call.id, 'call_ended'),
    // As on the telephone, who attends a call attends its agent: it ends where the call goes on with another one.
    async onAgentLeft(tx, call, userId) {
      if (userId === call.user_id) await endAll(tx, call.id, 'agent_left');
    },
    async onAgentCame(tx, _call, userId) {
      const escort = await records.findOpen(tx.q, userId);
      if (escort?.name === null) await end(tx, escort.id, 'took_a_call');
    },
  });

  /** The open ones in rooms; those on the telephone have a name at the gateway. */
  const listOpen = async () => (await records.listOpen(db.q)).filter(({ name }) => name === null);

  async function endForbidden(): Promise<void> {
    const open = await listOpen();
    const sessions = open.flatMap(({ session_id: id }) => id ?? []);
    const ended = new Set(await auth.listEndedSessions(sessions));
    for (const { id, call_id, user_id, session_id } of open) {
      if (session_id !== null && ended.has(session_id)) await endAlone(id, 'signed_out');
      const call = await participantsOf(db.q, await calls.find(db.q, { id: call_id }));
      const isAllowed = call && supervision.mayAttend(await auth.viewerOf(user_id), call);
      if (!isAllowed) await endAlone(id, 'not_allowed');
    }
  }
  jobs.define('rooms:escort-rights', endForbidden);

  function checkEscorts(): void {
    db.transaction((tx) => tx.enqueue('rooms:escort-rights', {}, { key: 'rooms:escort-rights' })).catch(
      (error: unknown) => log.error({ err: error }, 'could not look whether calls may still be attended'),
    );
  }
  events.onEvent(({ name }) => {
    if (name === 'rights-changed') checkEscorts();
  });
  notices.on('session-ended', checkEscorts);

  return {
    endForbidden,

    attend: (viewer, callId, body) => db.transaction((tx) => attend(tx, viewer, callId, body)),

    async change(viewer, id, mode) {
      const escort = await records.findOwn(db.q, viewer.id, id);
      const call = await calls.find(db.q, { id: escort.call_id });
      if (escort.state !== 'attending' || !call) throw new AppError('conflict');
      supervision.demandSeen(viewer, await participantsOf(db.q, call));
      if (escort.mode === mode) return records.toEscort(escort);
      demandPossible(mode);
      const details = { mode, user_id: call.user_id, escort_id: id };
      await db.transaction((tx) =>
        audit(tx, viewer, { action: 'room-call.attended', callId: call.id, details }),
      );
      return db.transaction(async (tx) => {
        // Locked while the media server is told, so that of two changes at once both end with the same one.
        const locked = found(await records.lock(tx.q, { id }));
        if (locked.state !== 'attending') throw new AppError('conflict');
        const rights = supervisorRights(mode, viewer.id);
        await engine.permit(call.room_name, supervisorIdentity(viewer.id), rights);
        const changed = await records.update(tx.q, id, { mode });
        emitEscort(tx, changed);
        return records.toEscort(changed);
      });
    },

    async leave(viewer, id) {
      await records.findOwn(db.q, viewer.id, id);
      await db.transaction((tx) => end(tx, id, 'left', viewer));
    },

    async left({ id, room_name: room }, identity) {
      const userId = supervisorIn(identity);
      if (userId === undefined) return;
      const gone: LeftUser = { room, call_id: id, user_id: userId };
      const runAt = new Date(clock.now().getTime() + BACK_WITHIN_MS);
      await db.transaction((tx) => tx.enqueue('rooms:escort-look', gone, { runAt }));
    },

    async compare(call, present) {
      for (const { id, user_id: userId, mode, began_at: began } of await records.listOpen(db.q, call.id)) {
        const identity = supervisorIdentity(userId);
        const isDue = clock.now().getTime() - Date.parse(began) > COMES_WITHIN_MS;
        if (!present.has(identity)) {
          if (isDue) await endAlone(id, 'page_gone');
          continue;
        }
        const person = await engine.person(call.room_name, identity);
        if (person && person.attributes['escort'] !== mode)
          await engine.permit(call.room_name, identity, supervisorRights(mode, userId));
      }
    },
  };

  async function attend(tx: Tx, viewer: Viewer, callId: number, body: BodyOf<typeof attendCall>) {
    const call = await calls.lock(tx, { id: callId });
    const seen = supervision.demandSeen(viewer, await participantsOf(tx.q, call));
    await records.lockSupervisor(tx.q, viewer.id);
    const known = await records.find(tx.q, { user_id: viewer.id, client_key: body.client_key });
    if (known) {
      if (known.call_id !== callId || known.state === 'ended') throw new AppError('conflict');
      return { data: records.toEscort(known), join: joinOf(seen, viewer) };
    }
    if (seen.state !== 'connected' || seen.platform !== 'embedded') throw new AppError('conflict');
    demandPossible(body.mode);
    if (await calls.agents.find(tx.q, callId, viewer.id)) throw new AppError('conflict');
    if (await records.findOpen(tx.q, viewer.id)) throw new AppError('in_a_call');
    if (await records.isTalking(tx.q, viewer.id)) throw new AppError('in_a_call');
    const own = { call_id: callId, user_id: viewer.id, ...body, name: null, session_id: viewer.sessionId };
    const escort = await records.insert(tx.q, { ...own, state: 'attending' }, clock.now());
    const details = { mode: body.mode, user_id: seen.user_id, escort_id: escort.id };
    await audit(tx, viewer, { action: 'room-call.attended', callId, details });
    emitEscort(tx, escort);
    return { data: records.toEscort(escort), join: joinOf(seen, viewer) };
  }
}
