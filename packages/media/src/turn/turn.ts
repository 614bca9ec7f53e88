import { createHmac } from 'node:crypto';
import { ICEServer } from '@livekit/protocol';

export type IceServerSetting = {
  urls: string[];
  username?: string | undefined;
  credential?: string | undefined;
  /** The `static-auth-secret` of the TURN server. Only credentials derived from it ever leave this process. */
  secret?: string | undefined;
};

/**
 * Lifetime of TURN credentials. Relays check them only at allocation and a reconnect gets new ones, so they can be shorter than a call,
 * which limits misuse.
 */
const VALID_S = 3600;

/**
 * STUN and TURN servers for one client. With a shared secret the client gets credentials of its own that expire, in the form
 * that coturn, eturnal and others call "TURN REST": an expiry time, and its signature.
 */
export function iceServersFor(
  settings: readonly IceServerSetting[],
  client: string,
  nowMs: number,
): ICEServer[] {
  return settings.map(({ urls, username = '', credential = '', secret }) => {
    if (secret === undefined) return new ICEServer({ urls, username, credential });
    const expiring = `${Math.floor(nowMs / 1000) + VALID_S}:${client}`;
    const signature = createHmac('sha1', secret).update(expiring).digest('base64');
    return new ICEServer({ urls, username: expiring, credential: signature });
  });
}
