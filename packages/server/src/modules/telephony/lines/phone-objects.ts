import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AmiError } from '../ami/errors.ts';
import type { GatewayRow } from '../gateways/gateway-store.ts';
import type { Visit } from '../gateways/gateways-service.ts';
import { shownName } from '../shown-name.ts';

/** The families of the gateway's database that deploy/asterisk/sorcery.conf names. */
const FAMILY = 'trunkline';
const KINDS = ['auth', 'aor', 'endpoint'] as const;
/** What a password is for (RFC 8760): the gateway keeps no more of it than a digest of both. */
export const REALM = 'trunkline';
const LEAVE_LOOKS = 30;
const LEAVE_LOOK_MS = 100;

type Phone = { extension: string; name: string; password: string; context: string };
type EndpointOwner = 'ours' | 'theirs' | 'none';

/** Tells our phone from one that the gateway has by the same number in pjsip.conf. */
const proofOf = (extension: string) => `${FAMILY}-${extension}`;

/** What stands at the gateway by this number. @throws AmiError */
export async function endpointOwner(visit: Visit, extension: string): Promise<EndpointOwner> {
  try {
    const entries = await visit.list({ Action: 'PJSIPShowEndpoint', Endpoint: extension });
    const detail = entries.find((entry) => entry.get('Event') === 'EndpointDetail');
    return detail?.get('Auth') === proofOf(extension) ? 'ours' : 'theirs';
  } catch (error) {
    // Otherwise it is we who may not ask.
    if (error instanceof AmiError && error.refusal === 'no_endpoint') return 'none';
    throw error;
  }
}

/** Makes a phone, or gives it another password. It is there at once, without a reload. @throws AmiError */
export async function putPhone(visit: Visit, phone: Phone, gateway: Pick<GatewayRow, 'media_address'>) {
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
 * Waits until no page is on the line any more, for a moment only. The gateway strikes out whose connection has ended, but
 * no longer when their number has gone meanwhile: then they would stand in its lists until their registration ends.
 * @throws AmiError
 */
export async function phoneLeft(visit: Visit, extension: string): Promise<void> {
  for (let looks = 0; looks < LEAVE_LOOKS && (await isOnLine(visit, extension)); looks += 1)
    await setTimeout(LEAVE_LOOK_MS);
}

async function isOnLine(visit: Visit, extension: string): Promise<boolean> {
  try {
    const entries = await visit.list({ Action: 'PJSIPShowEndpoint', Endpoint: extension });
    return entries.some((entry) => entry.get('Event') === 'ContactStatusDetail');
  } catch (error) {
    // There is none by this number.
    if (error instanceof AmiError && error.errorCode === 'failed') return false;
    throw error;
  }
}

/** Takes it away; what is not there is gone already. @throws AmiError */
export async function removePhone(visit: Visit, extension: string): Promise<void> {
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
      // One page at a time: who reloads, or moves to another window, takes the place of the one before.
      max_contacts: '1',
      remove_existing: 'yes',
      minimum_expiration: '30',
      default_expiration: '120',
      // Without, it would never be told that the phone is there (res_pjsip/pjsip_options.c).
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
      // A page that is closed says no goodbye.
      rtp_timeout: '20',
      rtp_timeout_hold: '3600',
      auth: proofOf(extension),
      aors: extension,
      callerid: `"${shownName(name)}" <${extension}>`,
      ...(mediaAddress !== '' && media),
    },
  };
}
