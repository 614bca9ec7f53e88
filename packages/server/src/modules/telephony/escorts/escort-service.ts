import { randomUUID } from 'node:crypto';
import type { BodyOf, attendCall, EscortMode, EscortOutcome } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { CallSupervision, EscortRow, Escorts } from '#modules/calls';
import { sendOnce } from '../ami/ask-once.ts';
import { AmiError } from '../ami/errors.ts';
import type { AmiAction } from '../ami/message.ts';
import { isAtPhone, lockPhoneOf } from '../dials/dial-store.ts';
import type { Gateways, GatewayRequests } from '../gateways/gateways-service.ts';
import { quotableName } from '../quotable-name.ts';
import type { EscortEnds, LateEscort } from './escort-ends.ts';
import { findOpenCall } from './escort-store.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'log'> & {
  auth: Pick<Auth, 'viewerOf'>;
  supervision: CallSupervision;
  gateways: Gateways;
  ends: EscortEnds;
};
type OpenCall = NonNullable<Awaited<ReturnType<typeof findOpenCall>>>;
type OpenTalk = OpenCall['told']['talks'][number];

/** How long the supervisor's own phone rings. */
const RINGS_SECONDS = 25;
/** By then the gateway has reported the outcome, if it ever does. */
const SAYS_WITHIN_MS = 45_000;
/** An escort that was requested this long ago does not prevent the next. */
const LOST_AFTER_MS = 3 * 60_000;
/** The keys that switch the mode of a running escort (ChanSpy's option `d`, deploy/asterisk/extensions.conf). */
const KEYS: Readonly<Record<EscortMode, string>> = { listen: '4', whisper: '5', barge: '6' };
/** Outcomes for errors in which the call was certainly not made. After all other errors the phone may ring. */
const REFUSALS: Partial<Record<AmiError['errorCode'], EscortOutcome>> = {
  unreachable: 'gateway_unreachable',
  refused: 'gateway_unreachable',
  failed: 'gateway_refused',
};

/**
 * Supervisors on somebody else's telephone call. @throws AppError `conflict` where the call is no longer in a state for it;
 * `no_telephone` where they have no phone; `in_a_call` where it is in use
 */
export type PhoneEscorts = Escorts & {
  /** Removes the agent from the call at once; the dial plan connects the customer with the supervisor's phone. */
  takeOver(viewer: Viewer, callId: number): Promise<void>;
  hangUp(viewer: Viewer, callId: number): Promise<void>;
};

/** See `PhoneEscorts`. Everything is written to the audit log. */
export function createEscorts({
  db,
  clock,
  jobs,
  events,
  log,
  auth,
  supervision,
  gateways,
  ends,
}: Deps): PhoneEscorts {
  const { audit, demandSeen, records } = supervision;
  jobs.define('phone:escort-late', ({ id, outcome }: LateEscort) => ends.settle(id, outcome));
  // Ends escorts of supervisors who lose the permission: otherwise they would go on hearing the call.
  jobs.define('phone:escort-rights', endForbidden);
  events.onEvent(({ name }) => {
    if (name !== 'rights-changed') return;
    db.transaction((tx) => tx.enqueue('phone:escort-rights', {}, { key: 'phone:escort-rights' })).catch(
      (error: unknown) => log.error({ err: error }, 'could not look whether calls may still be attended'),
    );
  });

  async function endForbidden(): Promise<void> {
    for (const escort of await records.listOpen(db.q)) {
      const call = await findOpenCall(db.q, escort.call_id);
      if (!call || supervision.mayAttend(await auth.viewerOf(escort.user_id), call)) continue;
      await visit(call, (session) => hangUp(session, nameOf(escort)));
    }
  }

  const seenCall = async (tx: Tx, viewer: Viewer, callId: number): Promise<OpenCall> =>
    demandSeen(viewer, await findOpenCall(tx.q, callId));

  /** The extension of the viewer's phone, if it is free. */
  async function demandFreePhone(tx: Tx, viewer: Viewer): Promise<string> {
    const extension = await lockPhoneOf(tx.q, viewer.id);
    if (extension === '') throw new AppError('no_telephone');
    const askedAfter = new Date(clock.now().getTime() - LOST_AFTER_MS);
    if (await isAtPhone(tx.q, viewer.id, askedAfter)) throw new AppError('in_a_call');
    return extension;
  }

  async function begin(tx: Tx, viewer: Viewer, asked: { callId: number; body: BodyOf<typeof attendCall> }) {
    const { callId, body } = asked;
    const extension = await demandFreePhone(tx, viewer);
    const known = await records.find(tx.q, { user_id: viewer.id, client_key: body.client_key });
    if (known) return { escort: known };
    const call = await seenCall(tx, viewer, callId);
    if (await records.findOpen(tx.q, viewer.id)) throw new AppError('in_a_call');
    const talk = openTalkOf(call);
    if (talk.extension === extension) throw new AppError('conflict');
    const name = `trunkline-escort-${randomUUID()}`;
    const newEscort = { call_id: callId, user_id: viewer.id, ...body, name, session_id: null };
    const escort = await records.insert(tx.q, { ...newEscort, state: 'ringing_you' }, clock.now());
    const details = { mode: body.mode, user_id: call.user_id, escort_id: escort.id };
    await audit(tx, viewer, { action: 'phone-call.attended', callId, details });
    const runAt = new Date(clock.now().getTime() + SAYS_WITHIN_MS);
    const late: LateEscort = { id: escort.id, outcome: 'unknown' };
    await tx.enqueue('phone:escort-late', late, { runAt });
    ends.emitEscort(tx, escort);
    return { escort, call, action: originate(escort, { extension, agent: talk.extension, call }) };
  }

  /** The viewer's own escort that has not ended, and the call that it is on. */
  async function findOwnEscort(
    viewer: Viewer,
    id: number,
  ): Promise<{ escort: EscortRow; call: OpenCall | undefined }> {
    const escort = await records.findOwn(db.q, viewer.id, id);
    return { escort, call: await findOpenCall(db.q, escort.call_id) };
  }

  async function visit(call: OpenCall, work: (visit: GatewayRequests) => Promise<void>): Promise<void> {
    const gateway = found(await gateways.find(call.gateway_id));
    try {
      await gateways.visit(gateway, work);
    } catch (error) {
      if (!(error instanceof AmiError)) throw error;
      throw new AppError(error.errorCode === 'failed' ? 'conflict' : 'unavailable');
    }
  }

  return {
    async attend(viewer, callId, body) {
      const { escort, call, action } = await db.transaction((tx) => begin(tx, viewer, { callId, body }));
      if (action) {
        const gateway = found(await gateways.find(call.gateway_id));
        await sendOnce(gateways.address(gateway), action).catch(async (error: unknown) => {
          if (!(error instanceof AmiError)) throw error;
          const outcome = REFUSALS[error.errorCode];
          if (outcome) await ends.settle(escort.id, outcome);
        });
      }
      const now = found(await records.find(db.q, { id: escort.id }));
      return { data: records.toEscort(now), join: null };
    },

    async change(viewer, id, mode) {
      const { escort, call } = await findOwnEscort(viewer, id);
      if (escort.state !== 'attending' || !call) throw new AppError('conflict');
      if (escort.mode === mode) return records.toEscort(escort);
      const details = { mode, user_id: call.user_id, escort_id: id };
      await db.transaction((tx) =>
        audit(tx, viewer, { action: 'phone-call.attended', callId: call.id, details }),
      );
      await visit(call, (session) => press(session, nameOf(escort), KEYS[mode]));
      return db.transaction(async (tx) => {
        const changed = await records.update(tx.q, id, { mode });
        ends.emitEscort(tx, changed);
        return records.toEscort(changed);
      });
    },

    async leave(viewer, id) {
      const { escort, call } = await findOwnEscort(viewer, id);
      if (escort.state !== 'ended' && call) await visit(call, (session) => hangUp(session, nameOf(escort)));
    },

    async takeOver(viewer, callId) {
      const { call, legId, extension, escort } = await db.transaction(async (tx) => {
        const free = await demandFreePhone(tx, viewer);
        const one = await seenCall(tx, viewer, callId);
        const talk = openTalkOf(one);
        if (talk.extension === free) throw new AppError('conflict');
        const details = { user_id: one.user_id };
        await audit(tx, viewer, { action: 'phone-call.taken-over', callId, details });
        return {
          call: one,
          legId: talk.legId,
          extension: free,
          escort: await records.findOpen(tx.q, viewer.id),
        };
      });
      await visit(call, async (session) => {
        // A phone in a browser can have one call at a time.
        if (escort) await hangUp(session, nameOf(escort));
        const to = { Context: 'supervise-take', Exten: extension };
        await session.ask({ Action: 'BlindTransfer', Channel: legId, ...to });
      });
    },

    async hangUp(viewer, callId) {
      const call = await db.transaction(async (tx) => {
        const one = await seenCall(tx, viewer, callId);
        await audit(tx, viewer, { action: 'phone-call.hung-up', callId, details: { user_id: one.user_id } });
        return one;
      });
      const { talks, rings } = call.told;
      const legs = [...talks, ...rings].filter(({ to }) => to === null).map(({ legId }) => legId);
      await visit(call, async (session) => {
        for (const leg of new Set([...call.linked, ...legs])) await hangUp(session, leg);
      });
    },
  };
}

/** The talk between an agent and the other side that goes on now. */
function openTalkOf({ state, told }: OpenCall): OpenTalk {
  const talk = told.talks.findLast(({ to }) => to === null);
  if (state !== 'connected' || !talk) throw new AppError('conflict');
  return talk;
}

/** What the gateway calls it; those on the telephone have a name. */
const nameOf = ({ name }: EscortRow): string => name ?? '';

/** Hangs up a channel; one that is gone already is no error. @throws AmiError */
async function hangUp(session: GatewayRequests, channel: string): Promise<void> {
  await session.ask({ Action: 'Hangup', Channel: channel }).catch((error: unknown) => {
    if (!(error instanceof AmiError) || error.errorCode !== 'failed') throw error;
  });
}

/** Sends a key as if it had been pressed at that phone. @throws AmiError */
async function press(session: GatewayRequests, channel: string, digit: string): Promise<void> {
  await session.ask({ Action: 'PlayDTMF', Channel: channel, Digit: digit, Receive: 'true' });
}

type Ends = { extension: string; agent: string; call: OpenCall };

/** As with dialled calls, the supervisor's phone shows the name of whom it is about, and their own number. */
const originate = (escort: EscortRow, { extension, agent, call }: Ends): AmiAction => ({
  Action: 'Originate',
  ActionID: nameOf(escort),
  ChannelId: nameOf(escort),
  Channel: `PJSIP/${extension}`,
  Async: 'true',
  Context: `supervise-${escort.mode}`,
  Exten: agent,
  Priority: '1',
  Timeout: String(RINGS_SECONDS * 1000),
  CallerID: `"${quotableName(call.fullname ?? agent)}" <${extension}>`,
  Variable: ['__CALL_DIRECTION=internal'],
});
