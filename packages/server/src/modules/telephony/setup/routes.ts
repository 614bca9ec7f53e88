import {
  applyPhoneSetup,
  createPhoneItem,
  downloadPrompt,
  readPhoneSetup,
  readTrunkStates,
  removePhoneItem,
  speakPrompt,
  updatePhoneItem,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Telephony } from '../service.ts';

/** Cached for ever: another sound has another name. */
const CACHE = 'public, max-age=31536000, immutable';

export function setupRoutes(
  http: Http,
  { setup: { items, applying, speak } }: Pick<Telephony, 'setup'>,
): void {
  http.route(readPhoneSetup, async ({ params }) => ({ data: await items.read(params.id) }));
  http.route(createPhoneItem, async ({ viewer, params, body }) => ({
    data: await items.create({ viewer, gatewayId: params.id }, body),
  }));
  http.route(updatePhoneItem, async ({ viewer, params, body }) => ({
    data: await items.update({ viewer, gatewayId: params.id }, params.item, body),
  }));
  http.route(removePhoneItem, async ({ viewer, params }) => {
    await items.remove({ viewer, gatewayId: params.id }, params.item);
    return { ok: true } as const;
  });
  http.route(applyPhoneSetup, async ({ params }) => ({ data: await applying.applyNow(params.id) }));
  http.route(readTrunkStates, async ({ params }) => ({ data: await applying.trunkStates(params.id) }));
  http.route(speakPrompt, async ({ body }) => ({ data: await speak(body) }));
  http.publicRoute(downloadPrompt, async ({ params, reply }) => {
    const sound = await items.sound(params.file);
    reply.header('content-type', 'audio/wav').header('cache-control', CACHE);
    return sound;
  });
}
