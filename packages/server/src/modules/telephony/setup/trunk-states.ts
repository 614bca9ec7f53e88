import type { PhoneItemOf, TRUNK_STATES } from '@trunkline/contract';
import { AmiError } from '../ami/errors.ts';
import type { AmiAction, AmiMessage } from '../ami/message.ts';
import type { GatewayRequests } from '../gateways/gateways-service.ts';
import { trunkName } from './trunk-file.ts';

type State = (typeof TRUNK_STATES)[number];

const REGISTRATIONS: Readonly<Record<string, State>> = {
  Registered: 'registered',
  Unregistered: 'unregistered',
  Rejected: 'rejected',
};

/** The current state of trunks, as the gateway reports it. @throws AmiError */
export async function trunkStates(
  visit: GatewayRequests,
  trunks: readonly PhoneItemOf<'trunk'>[],
): Promise<{ id: number; state: State }[]> {
  const registrations = await listOf(visit, { Action: 'PJSIPShowRegistrationsOutbound' });
  return trunks.map(({ id }) => {
    const own = registrations.find((one) => one.get('ObjectName') === `${trunkName(id)}-registration`);
    return { id, state: REGISTRATIONS[own?.get('Status') ?? ''] ?? 'unknown' };
  });
}

/** A gateway without any reports an error instead of an empty list. */
const listOf = (visit: GatewayRequests, action: AmiAction): Promise<AmiMessage[]> =>
  visit.list(action).catch((error: unknown) => {
    if (error instanceof AmiError && error.errorCode === 'failed') return [];
    throw error;
  });
