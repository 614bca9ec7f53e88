import { createRowFollowers } from '#platform/realtime/followers';
import type { Platform } from '#platform/platform';
import type { AmiError } from '../ami/errors.ts';
import { createGateway } from '../ami/gateway.ts';
import type { DialEnds } from '../dials/dial-ends.ts';
import type { EscortEnds } from '../escorts/escort-ends.ts';
import type { GatewayRow } from './gateway-store.ts';
import type { Gateways } from './gateways-service.ts';
import { createEventReceiver } from './event-receiver-service.ts';
import type { LeftMessages } from '../messages/message-service.ts';
import type { QueuePauses } from './pauses.ts';
import type { PhoneCallRecords } from '../records/record-service.ts';
import type { SetupApplying } from '../setup/apply-service.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'notices'> & {
  gateways: Gateways;
  records: PhoneCallRecords;
  messages: LeftMessages;
  dials: DialEnds;
  escorts: EscortEnds;
  pauses: QueuePauses;
  setup: Pick<SetupApplying, 'onGatewayConnected'>;
};
const GATEWAY_LOCK = 7_310_040;

/** Follows every active gateway that no other process follows. */
export const createGatewayConnectors = (deps: Deps) =>
  createRowFollowers(deps, {
    lock: GATEWAY_LOCK,
    name: 'telephone gateways',
    notice: 'phone-gateways',
    rows: async () => (await deps.gateways.rows()).filter((row) => row.is_active),
    sealOf,
    connect: (row) => connect(deps, row),
  });

/** Settings whose change requires a new connection. */
const sealOf = ({ host, port, is_tls, username, secret, department_id, after_call_seconds }: GatewayRow) =>
  JSON.stringify([host, port, is_tls, username, secret, department_id, after_call_seconds]);

async function connect(deps: Deps, row: GatewayRow): Promise<{ stop: () => Promise<void> }> {
  const { gateways, clock, log, pauses, setup } = deps;
  const receiver = await createEventReceiver(deps, row);
  let lostAt: number | null = null;
  const storeHealth = (health: Parameters<Gateways['setHealth']>[1]): Promise<void> =>
    gateways
      .setHealth(row.id, health)
      .catch((error: unknown) =>
        log.warn({ err: error, gateway: row.id }, 'could not note how a gateway is doing'),
      );
  async function tellFault(error: AmiError): Promise<void> {
    const fault = await gateways.reportableFault(row.host, error);
    // Nothing to report if the gateway is connected again by now.
    if (lostAt !== null) await storeHealth({ state: 'failing', ...fault });
  }
  const gateway = createGateway({
    address: gateways.address(row),
    log,
    onEvent(event) {
      receiver.onEvent(event);
      queues.onEvent(event);
    },
    onUp: async (session) => {
      await receiver.catchUp(session, lostAt);
      await pauses
        .arrange(session)
        .catch((error: unknown) => log.warn({ err: error, gateway: row.id }, 'queues could not be paused'));
      lostAt = null;
      await storeHealth({ state: 'ok', fault: null, said: '' });
      // Over a connection of its own, so that events are not delayed by it.
      setup
        .onGatewayConnected(row.id)
        .catch((error: unknown) => log.warn({ err: error, gateway: row.id }, 'it is looked at in a minute'));
    },
    onDown: (error) => {
      // Set once per outage; each further failed attempt is reported again.
      lostAt ??= clock.now().getTime();
      void tellFault(error);
    },
  });
  const queues = pauses.watch(gateway);
  return {
    stop: async () => {
      await queues.stop();
      await gateway.stop();
      await receiver.stop();
    },
  };
}
