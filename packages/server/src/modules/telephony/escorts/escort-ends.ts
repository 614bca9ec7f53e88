import type { EscortOutcome } from '@trunkline/contract';
import type { Tx } from '#platform/db';
import type { Platform } from '#platform/platform';
import type { EscortRecords, EscortRow } from '#modules/calls';
import type { AmiMessage } from '../ami/message.ts';
import type { PhoneCall } from '../calls/call.ts';
import { DECLINED, PHONE_ANSWERED, PHONE_NO_ANSWER } from '../calls/dial-outcome.ts';
import type { GatewayCallEvent } from '../calls/gateway-call-event.ts';

/** Follows supervisors who listen to a call, by what the gateway reports. */
export type EscortEnds = {
  /** Tells the screens that show it. */
  emitEscort(tx: Tx, row: EscortRow): void;
  /** Ends one that has not begun, as far as we know. */
  settle(id: number, outcome: EscortOutcome): Promise<void>;
  /** Applies an OriginateResponse; one that is not ours, or was applied before, changes nothing. */
  onOriginateResponse(message: AmiMessage): Promise<void>;
  /** Applies what the gateway reported about the supervisor's phone. */
  applyEnd(tx: Tx, ended: EndedEscort): Promise<void>;
};

export type LateEscort = { id: number; outcome: EscortOutcome };
type EndedEscort = { name: string; call: PhoneCall; happened: readonly GatewayCallEvent[] };

/** The gateway reports the end of a phone shortly before or after the failure of the call. */
const MOMENT_MS = 1500;
const NAME = /^trunkline-escort-[0-9a-f-]{36}$/;
/** Our name of the escort, among the Linkedids of a call. */
export const escortNameIn = (linked: Iterable<string>): string | undefined =>
  [...linked].find((name) => NAME.test(name));

/** Follows escorts by what the gateway reports, in whatever order. */
export function createEscortEnds({
  db,
  clock,
  notices,
  escorts,
}: Pick<Platform, 'db' | 'clock' | 'notices'> & { escorts: EscortRecords }): EscortEnds {
  function emitEscort(tx: Tx, row: EscortRow): void {
    tx.emit('escort-changed', escorts.toEscort(row), [`user:${row.user_id}`]);
    tx.afterCommit(() => notices.send('calls-changed', null));
  }

  async function end(tx: Tx, { id }: EscortRow, outcome: EscortOutcome): Promise<void> {
    emitEscort(tx, await escorts.update(tx.q, id, { state: 'ended', outcome, ended_at: clock.now() }));
  }

  return {
    emitEscort,

    settle: (id, outcome) =>
      db.transaction(async (tx) => {
        const escort = await escorts.lock(tx.q, { id });
        if (escort?.state === 'ringing_you') await end(tx, escort, outcome);
      }),

    onOriginateResponse: (message) =>
      db.transaction(async (tx) => {
        const name = escortNameIn([message.get('ActionID') ?? '']);
        const escort = name === undefined ? undefined : await escorts.lock(tx.q, { name });
        const reason = Number(message.get('Reason') ?? 0);
        if (escort?.state !== 'ringing_you' || reason === PHONE_ANSWERED) return;
        if (reason === PHONE_NO_ANSWER) return end(tx, escort, 'phone_no_answer');
        // A phone that rejects reports it; one that is off reports nothing.
        const late: LateEscort = { id: escort.id, outcome: 'phone_unreachable' };
        await tx.enqueue('phone:escort-late', late, { runAt: new Date(clock.now().getTime() + MOMENT_MS) });
      }),

    async applyEnd(tx, { name, call, happened }) {
      const escort = await escorts.lock(tx.q, { name });
      if (!escort || escort.state === 'ended') return;
      if (call.ended !== null) return end(tx, escort, outcomeOf(escort, { name, happened }));
      if (escort.state === 'attending' || !call.phones.some(({ use }) => use === 'talks')) return;
      const change = { state: 'attending', outcome: null, ended_at: null } as const;
      emitEscort(tx, await escorts.update(tx.q, escort.id, change));
    },
  };
}

function outcomeOf({ state }: EscortRow, { name, happened }: Omit<EndedEscort, 'call'>): EscortOutcome {
  const own = happened.filter(({ leg }) => leg.id === name);
  if (state === 'attending' || own.some(({ kind }) => kind === 'up')) return 'over';
  const isDeclined = own.some((one) => one.kind === 'over' && DECLINED.has(one.cause));
  return isDeclined ? 'phone_declined' : 'phone_no_answer';
}
