import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AmiError } from '../ami/errors.ts';
import type { GatewayRow } from '../gateways/gateway-store.ts';
import type { GatewayRequests } from '../gateways/gateways-service.ts';
import { quotableName } from '../quotable-name.ts';

/** The family of the gateway's database that deploy/asterisk/sorcery.conf names. */
const FAMILY = 'trunkline';
const KINDS = ['auth', 'aor', 'endpoint'] as const;
/** The realm of passwords (RFC 8760): the gateway only stores a digest of both. */
export const REALM = 'trunkline';
const LEAVE_LOOKS = 30;
const LEAVE_LOOK_MS = 100;

type Phone = { extension: string; name: string; password: string; context: string };
type EndpointOwner = 'ours' | 'theirs' | 'none';

/** The name of our auth object, which distinguishes our phone from one with the same number in pjsip.conf. */
const proofOf = (extension: string) => `${FAMILY}-${extension}`;

/** Whose endpoint this number is at the gateway. @throws AmiError */
export async function findEndpointOwner(visit: GatewayRequests, extension: string): Promise<EndpointOwner> {
  try {
    const entries = await visit.list({ Action: 'PJSIPShowEndpoint', Endpoint: extension });
    const detail = entries.find((entry) => entry.get('Event') === 'EndpointDetail');
    return detail?.get('Auth') === proofOf(extension) ? 'ours' : 'theirs';
  } catch (error) {
    // Any other refusal means that our user may not ask.
    if (error instanceof AmiError && error.refusal === 'no_endpoint') return 'none';
    throw error;
  }
}

/** Creates a phone, or changes its password. It works immediately, without a reload. @throws AmiError */
export async function savePhone(
  visit: GatewayRequests,
  phone: Phone,
  gateway: Pick<GatewayRow, 'media_address'>,
) {
  const objects = objectsOf(phone, gateway.media_address);
  for (const kind of KINDS)
    await visit.ask({
      Action: 'DBPut',
      Family: `${FAMILY}/${kind}`,
      Key: kind === 'auth' ? proofOf(phone.extension) : phone.extension,
      Val: JSON.stringify(objects[kind]),
    });
}

/**
 * Waits for up to three seconds until no page is registered any more. The gateway removes the contact of a closed connection,
 * but not after its phone was removed: then it would stay in its lists until the registration expires. @throws AmiError
 */
export async function waitUntilUnregistered(visit: GatewayRequests, extension: string): Promise<void> {
  for (let looks = 0; looks < LEAVE_LOOKS && (await isOnLine(visit, extension)); looks += 1)
    await setTimeout(LEAVE_LOOK_MS);
}

async function isOnLine(visit: GatewayRequests, extension: string): Promise<boolean> {
  try {
    const entries = await visit.list({ Action: 'PJSIPShowEndpoint', Endpoint: extension });
    return entries.some((entry) => entry.get('Event') === 'ContactStatusDetail');
  } catch (error) {
    // There is no such endpoint, so nothing is registered.
    if (error instanceof AmiError && error.errorCode === 'failed') return false;
    throw error;
  }
}

/** Removes a phone; no error where it is gone already. @throws AmiError */
export async function removePhone(visit: GatewayRequests, extension: string): Promise<void> {
  for (const kind of KINDS) {
    const Key = kind === 'auth' ? proofOf(extension) : extension;
    await visit.ask({ Action: 'DBDel', Family: `${FAMILY}/${kind}`, Key }).catch((error: unknown) => {
      if (!(error instanceof AmiError) || error.errorCode !== 'failed') throw error;
    });
  }
}

function objectsOf({ extension, name, password, context }: Phone, mediaAddress: string) {
  const digest = createHash('md5').update(`${extension}:${REALM}:${password}`).digest('hex');
  const media = { media_address: mediaAddress, bind_rtp_to_media_address: 'yes' };
  return {
    auth: { auth_type: 'digest', username: extension, realm: REALM, password_digest: `MD5:${digest}` },
    aor: {
      // One page at a time: a reloaded page, or another window, replaces the one before.
      max_contacts: '1',
      remove_existing: 'yes',
      minimum_expiration: '30',
      default_expiration: '120',
      // Without it the gateway would never consider the phone reachable (res_pjsip/pjsip_options.c).
      qualify_frequency: '10',
      qualify_timeout: '3.0',
    },
    endpoint: {
      context,
      webrtc: 'yes',
      disallow: 'all',
      allow: 'ulaw,alaw,opus',
      direct_media: 'no',
      rtp_symmetric: 'yes',
      force_rport: 'yes',
      rewrite_contact: 'yes',
      dtmf_mode: 'rfc4733',
      allow_transfer: 'yes',
      allow_subscribe: 'no',
      // A page that is closed does not end its call.
      rtp_timeout: '20',
      rtp_timeout_hold: '3600',
      auth: proofOf(extension),
      aors: extension,
      callerid: `"${quotableName(name)}" <${extension}>`,
      ...(mediaAddress !== '' && media),
    },
  };
}
