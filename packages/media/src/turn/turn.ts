import { createHmac } from 'node:crypto';
import { ICEServer } from '@livekit/protocol';

export type IceServerSetting = {
  urls: string[];
  username?: string | undefined;
  credential?: string | undefined;
  /** What the TURN server calls `static-auth-secret`. Only credentials made from it ever leave this process. */
  secret?: string | undefined;
};

/**
 * TURN servers ask for them when relaying begins. Whoever comes back gets new ones, so they need not last as long as a
 * call does, and whoever kept them can relay on our account for that long and no longer.
 */
const VALID_S = 3600;

/**
 * STUN and TURN servers for one client. With a shared secret the client gets credentials of its own that expire, in the
 * form that coturn, eturnal and others know as "TURN REST": a time, and its signature.
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
