import {
  createPhoneGateway,
  hangCallUp,
  listLostGateways,
  listPhoneGateways,
  listPhoneTargets,
  mirrorSocketEvent,
  openPhoneLine,
  pausePhoneRecording,
  readOwnPhoneCall,
  removePhoneGateway,
  startPhoneCall,
  takeCallOver,
  testPhoneGateway,
  updatePhoneGateway,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import { setupRoutes } from './setup/routes.ts';
import type { Telephony } from './service.ts';

export function telephonyRoutes(http: Http, telephony: Telephony): void {
  const { gateways, lines, dials, escorts, recordings, mirror } = telephony;
  http.route(listPhoneGateways, async () => ({ data: await gateways.list() }));
  http.route(listLostGateways, async () => ({ data: await gateways.listLost() }));
  http.route(createPhoneGateway, async ({ viewer, body }) => ({ data: await gateways.create(viewer, body) }));
  http.route(updatePhoneGateway, async ({ viewer, params, body }) => ({
    data: await gateways.update(viewer, params.id, body),
  }));
  http.route(removePhoneGateway, async ({ viewer, params }) => ({
    ok: true as const,
    ...(await gateways.remove(viewer, params.id)),
  }));
  http.route(testPhoneGateway, async ({ body }) => ({ data: await gateways.test(body) }));
  setupRoutes(http, telephony);
  http.route(openPhoneLine, async ({ viewer }) => ({ data: await lines.open(viewer) }));
  http.route(startPhoneCall, async ({ viewer, body }) => ({ data: await dials.start(viewer, body) }));
  http.route(readOwnPhoneCall, async ({ viewer }) => ({ data: await dials.own(viewer) }));
  http.route(takeCallOver, async ({ viewer, params }) => {
    await escorts.takeOver(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(hangCallUp, async ({ viewer, params }) => {
    await escorts.hangUp(viewer, params.id);
    return { ok: true } as const;
  });
  http.route(pausePhoneRecording, async ({ viewer, body }) => {
    await recordings.pause(viewer, body.is_paused);
    return { ok: true } as const;
  });
  http.route(listPhoneTargets, async () => ({ data: await lines.targets() }));
  http.route(mirrorSocketEvent, async ({ viewer, body }) => {
    await mirror(viewer, body);
    return { ok: true } as const;
  });
}
