import type { PhoneItemOf } from '@trunkline/contract';
import type { ConfigSection } from './config-text.ts';
import { itemsOfKind, type DialPlanInput } from './dial-plan.ts';

export const trunkName = (id: number): string => `trunkline-trunk-${id}`;

/** The trunks as sections: each an endpoint with its address, how it is identified, and where it registers. Pure. */
export const trunkSections = (plan: DialPlanInput): readonly ConfigSection[] =>
  itemsOfKind(plan, 'trunk').flatMap((trunk) => sectionsOf(trunk, plan.secrets.get(trunk.id) ?? ''));

function sectionsOf(trunk: PhoneItemOf<'trunk'>, secret: string): ConfigSection[] {
  const name = trunkName(trunk.id);
  const place = `sip:${trunk.host}:${trunk.port}`;
  const signsIn = trunk.username !== '' && secret !== '';
  const auth: ConfigSection = {
    name: `${name}-auth`,
    lines: [
      ['type', 'auth'],
      ['auth_type', 'digest'],
      ['username', trunk.username],
      ['password', secret],
    ],
  };
  return [
    { name, lines: endpointLines(trunk, signsIn) },
    {
      name: `${name}-aor`,
      lines: [
        ['type', 'aor'],
        ['contact', place],
        // Otherwise a carrier that does not answer checks would get no calls.
        ['qualify_frequency', '0'],
      ],
    },
    {
      name: `${name}-identify`,
      lines: [
        ['type', 'identify'],
        ['endpoint', name],
        ...[trunk.host, ...trunk.match].map((from) => ['match', from] as const),
      ],
    },
    ...(signsIn ? [auth] : []),
    ...(signsIn && trunk.registers ? [registration(trunk, place)] : []),
  ];
}

function endpointLines(
  { id, username, codecs }: PhoneItemOf<'trunk'>,
  signsIn: boolean,
): ConfigSection['lines'] {
  const name = trunkName(id);
  return [
    ['type', 'endpoint'],
    ['context', 'from-trunk'],
    ['disallow', 'all'],
    ['allow', codecs.join(',')],
    ['aors', `${name}-aor`],
    ...(signsIn
      ? ([
          ['outbound_auth', `${name}-auth`],
          ['from_user', username],
        ] as const)
      : []),
    ['direct_media', 'no'],
    ['rtp_symmetric', 'yes'],
    ['force_rport', 'yes'],
    ['dtmf_mode', 'rfc4733'],
    ['trust_id_inbound', 'yes'],
    ['send_pai', 'yes'],
    // Callers from outside must not transfer: their transfers could go wherever ours may.
    ['allow_transfer', 'no'],
    // Otherwise the carrier gets a re-INVITE when an agent answers.
    ['send_connected_line', 'no'],
    ['rtp_timeout', '60'],
  ];
}

const registration = ({ id, username, host, port }: PhoneItemOf<'trunk'>, place: string): ConfigSection => ({
  name: `${trunkName(id)}-registration`,
  lines: [
    ['type', 'registration'],
    ['outbound_auth', `${trunkName(id)}-auth`],
    ['server_uri', place],
    ['client_uri', `sip:${username}@${host}:${port}`],
    ['retry_interval', '30'],
    ['forbidden_retry_interval', '300'],
    ['expiration', '600'],
    // Incoming calls are identified by the addresses above, and arrive under the number that was dialled.
    ['line', 'no'],
  ],
});
