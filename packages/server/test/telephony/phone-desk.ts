import pino from 'pino';
import type { AmiError } from '../../src/modules/telephony/ami/errors.ts';
import { createGateway } from '../../src/modules/telephony/ami/gateway.ts';
import type { AmiAction, AmiMessage } from '../../src/modules/telephony/ami/message.ts';
import type { AmiAddress } from '../../src/modules/telephony/ami/session.ts';
import type { PhoneCall } from '../../src/modules/telephony/calls/call.ts';
import { readGatewayCallEvent } from '../../src/modules/telephony/calls/gateway-call-event.ts';
import { createCallTracker, trackedCallState } from '../../src/modules/telephony/calls/call-tracker.ts';
import { missedCallEvents, gatewayStartTime } from '../../src/modules/telephony/gateways/snapshot.ts';

export type Desk = ReturnType<typeof followGateway>;

const LATEST_MS = 20_000;

/** Connects to a gateway, and follows the calls that its events describe. */
export function followGateway(address: AmiAddress) {
  const ledger = createCallTracker();
  const calls = () => ledger.all().flatMap((entry) => trackedCallState(entry) ?? []);
  const gap = { lostAt: null as number | null, bootedAt: null as number | null };
  const watching = new Set<() => void>();
  const seen = { ups: 0, downs: 0, fault: undefined as AmiError | undefined };
  const reportHealth = () => {
    for (const look of watching) look();
  };
  const gateway = createGateway({
    address,
    log: pino({ level: 'silent' }),
    onEvent(event) {
      gap.bootedAt = gatewayStartTime(event, Date.now()) ?? gap.bootedAt;
      const happening = readGatewayCallEvent(event);
      if (happening) ledger.add(happening, Date.now());
      reportHealth();
    },
    async onUp(session) {
      for (const missed of await missedCallEvents(session, ledger.all(), gap)) ledger.add(missed, Date.now());
      gap.lostAt = null;
      seen.ups += 1;
      seen.fault = undefined;
      // Deferred: the session counts as up only once this has returned.
      setImmediate(reportHealth);
    },
    onDown(error) {
      seen.downs += 1;
      // It is called for each failed attempt too; only the first is when the connection was lost.
      gap.lostAt ??= Date.now();
      seen.fault = error;
      reportHealth();
    },
  });

  return {
    get ups() {
      return seen.ups;
    },
    get downs() {
      return seen.downs;
    },
    fault: () => seen.fault,
    call: (fits: (call: PhoneCall) => boolean): PhoneCall | undefined => calls().find(fits),
    ask: (action: AmiAction): Promise<AmiMessage> => gateway.ask(action),
    channels: () => gateway.list({ Action: 'CoreShowChannels' }),
    stop: () => gateway.stop(),

    /** Resolves with the first value that `look` returns; it is tried again after every event of the gateway. */
    until<T>(what: string, look: () => T | null | undefined): Promise<T> {
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          clearTimeout(late);
          watching.delete(check);
          settle();
        };
        const check = () => {
          const found = look();
          if (found !== undefined && found !== null) end(() => resolve(found));
        };
        const late = setTimeout(
          () =>
            end(() =>
              reject(new Error(`not within ${LATEST_MS / 1000} s: ${what}; ${JSON.stringify(calls())}`)),
            ),
          LATEST_MS,
        );
        watching.add(check);
        check();
      });
    },
  };
}
