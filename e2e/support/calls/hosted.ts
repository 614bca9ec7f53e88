import { randomUUID } from 'node:crypto';
import type { RoomEntry } from '@trunkline/contract';
import { AccessToken, TrackSource } from 'livekit-server-sdk';
import type { BrowserContext, Route } from 'playwright/test';
import { fileURLToPath } from 'node:url';
import { startDaily } from '../../../packages/server/test/daily.ts';
import { relayLines } from './line-relay.ts';
import { startMedia } from '../media/media.ts';

const SITE = 'https://acme.daily.co';
const LINE = 'wss://sfu.wss.daily.co';
const ENGINE = fileURLToPath(new URL('../../../packages/call-engine/dist/call-engine.js', import.meta.url));
const ANYBODY = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-methods': 'POST',
};
const ALL = { hasPresence: true, canSend: true, canReceive: { base: true }, canAdmin: true };

type Claims = { room_name: string; user_id: string; user_name: string; is_owner: boolean };

export type HostedService = Awaited<ReturnType<typeof startHosted>>;

/**
 * A fake of the hosted service: its REST API on a local port and, at the service's real addresses in the browser, the
 * script that the library loads, and rooms with a media server. The script is our engine, because the service's own is
 * not available; the library and everything around it take the way of the hosted service.
 */
export async function startHosted() {
  const media = await startMedia();
  const service = await startDaily({ site: `${SITE}/rooms` });
  const scripts: string[] = [];

  async function enter(name: string, token: string): Promise<RoomEntry> {
    const claims = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as Claims;
    // As at the service, identities in the room are not ours.
    const identity = randomUUID();
    const access = new AccessToken(media.key, media.secret, {
      identity,
      name: claims.user_name,
      attributes: {
        user_id: claims.user_id,
        access: 'full',
        permissions: JSON.stringify({ ...ALL, canAdmin: claims.is_owner }),
        ...(claims.is_owner && { owner: 'yes' }),
      },
    });
    access.addGrant({
      roomJoin: true,
      room: name,
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
    });
    const inside = service.present.get(name) ?? [];
    service.present.set(name, [
      ...inside,
      { id: identity, userId: claims.user_id, userName: claims.user_name },
    ]);
    return {
      room_name: name,
      access: 'full',
      platform: 'embedded',
      media: { url: LINE, token: await access.toJwt() },
      identity,
      session_id: identity,
      user_id: claims.user_id,
      user_name: claims.user_name,
      is_owner: claims.is_owner,
      role: claims.is_owner ? 'agent' : 'customer',
      permissions: { ...ALL, canAdmin: claims.is_owner },
      max_participants: 8,
      kind: 'video',
      start_video_off: false,
    };
  }

  async function mute(name: string, identity: string): Promise<void> {
    const { tracks } = await media.rooms.getParticipant(name, identity);
    for (const { sid, source } of tracks) {
      if (source === TrackSource.MICROPHONE) await media.rooms.mutePublishedTrack(name, identity, sid, true);
    }
  }

  async function answerSite(route: Route): Promise<void> {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: ANYBODY });
    const [name = '', what, identity = ''] = new URL(request.url()).pathname.split('/').slice(3);
    const body = request.postDataJSON() as { token: string; action?: string };
    if (body.action === 'mute-audio') await mute(name, identity);
    const json = what === 'enter' ? { data: await enter(name, body.token) } : { ok: true };
    return route.fulfill({ json, headers: ANYBODY });
  }

  return {
    service,
    /** Addresses of the scripts that browsers requested from the service. */
    scripts,
    env: { CALL_PLATFORM: 'daily', DAILY_API_KEY: service.key, DAILY_API_URL: service.url },

    /** Lets a browser reach the service at its addresses; the rest of the network is blocked. */
    async isSeenBy(context: BrowserContext): Promise<void> {
      await context.route('https://c.daily.co/**', async (route) => {
        scripts.push(route.request().url());
        await route.fulfill({ path: ENGINE, contentType: 'text/javascript', headers: ANYBODY });
      });
      await context.route(`${SITE}/**`, answerSite);
      await relayLines(context, LINE, media.url);
    },

    async discard(): Promise<void> {
      await service.close();
      await media.discard();
    },
  };
}
