import {
  cancelInvitation,
  changeRoomData,
  changeRoomSelf,
  downloadRecordingPart,
  endVisitorCall,
  enterRoom,
  getCallInside,
  getOwnCall,
  getRecordingWaveform,
  getRoomWait,
  getVisitorCall,
  hangUpRoomCall,
  linkCallGuest,
  holdCall,
  inviteToCall,
  keepRecording,
  listCallColleagues,
  listTicketCalls,
  listTicketRecordings,
  moderateRoom,
  pickUpRoomCall,
  playRecordingPart,
  rateRoom,
  rateVisitorCall,
  recordCall,
  recordRoom,
  roomEngineEvent,
  startTicketCall,
  startVisitorCall,
  transferCall,
} from '@trunkline/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '#platform/errors';
import type { Http } from '#platform/http';
import type { CallGuests } from './access/guests.ts';
import type { OutgoingCalls } from './access/outgoing.ts';
import type { Opened } from './recordings/recording-files.ts';
import type { Recordings } from './recordings/recordings-service.ts';
import type { Rooms } from './service.ts';
import type { VisitorCalls } from './access/visitor-calls.ts';

const ROOM_PATH = /^\/api\/rooms\/:name\/(enter|me|data|recording|participants\/)/;
const OK = { ok: true } as const;

type Modules = {
  rooms: Rooms;
  visitorCalls: VisitorCalls;
  outgoingCalls: OutgoingCalls;
  callGuests: CallGuests;
  recordings: Recordings;
};

export function roomRoutes(http: Http, modules: Modules): void {
  const { rooms, visitorCalls, outgoingCalls, recordings } = modules;
  http.route(linkCallGuest, ({ viewer, params }) => modules.callGuests.link(viewer, params.id));
  http.route(startTicketCall, ({ viewer, params, body }) => outgoingCalls.start(viewer, params.id, body));
  http.route(pickUpRoomCall, ({ viewer, body }) => rooms.pickUp(viewer, body));
  http.route(hangUpRoomCall, ({ viewer, body }) => rooms.hangUp(viewer, body.room_name));
  http.route(getOwnCall, ({ viewer }) => rooms.own(viewer));
  http.route(listTicketCalls, async ({ viewer, params }) => ({
    data: await rooms.ofTicket(viewer, params.id),
  }));

  forRecordings(http, recordings);

  http.visitorRoute(startVisitorCall, async ({ visitor, body }) => ({
    data: await visitorCalls.start(visitor, body),
  }));
  http.visitorRoute(getVisitorCall, async ({ visitor }) => ({ data: await visitorCalls.current(visitor) }));
  http.visitorRoute(endVisitorCall, async ({ visitor, body }) => ({
    data: await visitorCalls.end(visitor, body),
  }));
  http.visitorRoute(rateVisitorCall, ({ visitor, body }) => visitorCalls.rate(visitor, body).then(() => OK));

  forMoves(http, rooms);
  forCalls(http, rooms);

  http.publicRoute(roomEngineEvent, async ({ request }) => {
    const { body, headers } = request;
    if (!Buffer.isBuffer(body)) throw new AppError('unsupported_type');
    await rooms.take(body.toString('utf8'), headers.authorization ?? '').catch((error: unknown) => {
      if (isForged(error)) throw new AppError('forbidden');
      throw error;
    });
    return OK;
  });
}

function forRecordings(http: Http, recordings: Recordings): void {
  http.route(recordCall, async ({ viewer, params, body }) => ({
    data: await recordings.record(viewer, params.id, body.is_recording),
  }));
  const give = (reply: FastifyReply, { status, headers, bytes }: Opened) => {
    reply.code(status).headers(headers);
    return bytes;
  };
  http.route(listTicketRecordings, async ({ viewer, params }) => ({
    data: await recordings.ofTicket(viewer, params.id),
  }));
  http.route(playRecordingPart, async ({ viewer, params, request, reply }) => {
    const { range } = request.headers;
    return give(reply, await recordings.play(viewer, params.id, Number(params.number), range));
  });
  http.route(downloadRecordingPart, async ({ viewer, params, request, reply }) => {
    const { range } = request.headers;
    return give(reply, await recordings.download(viewer, params.id, Number(params.number), range));
  });
  http.route(getRecordingWaveform, async ({ viewer, params }) => ({
    data: await recordings.waveform(viewer, params.id),
  }));
  http.route(keepRecording, async ({ viewer, params, body }) => ({
    data: await recordings.keep(viewer, params.id, body.is_kept),
  }));
}

/** Colleagues, transfer and hold: for whoever is in the call. */
function forMoves(http: Http, rooms: Rooms): void {
  http.route(getCallInside, async ({ viewer, params }) => ({ data: await rooms.inside(viewer, params.id) }));
  http.route(listCallColleagues, async ({ viewer, params }) => ({
    data: await rooms.colleagues(viewer, params.id),
  }));
  http.route(inviteToCall, async ({ viewer, params, body }) => ({
    data: await rooms.ask(viewer, params.id, { ...body, purpose: 'join', stays: true }),
  }));
  http.route(cancelInvitation, ({ viewer, params }) => rooms.cancel(viewer, params.id).then(() => OK));
  http.route(transferCall, async ({ viewer, params, body }) => ({
    data: await rooms.transfer(viewer, params.id, body),
  }));
  http.route(holdCall, async ({ viewer, params, body }) => ({
    data: await rooms.hold(viewer, params.id, body.is_held),
  }));
  http.publicRoute(rateRoom, ({ params, body }) => rooms.rateRoom(params.name, body).then(() => OK));
  http.publicRoute(getRoomWait, async ({ params, body }) => ({
    data: await rooms.waitIn(params.name, body.token),
  }));
}

/** What the call library asks, on customers' sites as well: the token in the body is all the right there is. */
function forCalls({ app, publicRoute }: Http, rooms: Rooms): void {
  const open = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*');
  app.addHook('onRequest', async (request, reply) => {
    if (ROOM_PATH.test(request.routeOptions.url ?? '')) open(reply);
  });
  // A browser asks before it lets a page of another site post JSON.
  app.options('/api/rooms/*', { schema: { hide: true } }, (_request, reply) =>
    open(reply)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );
  publicRoute(enterRoom, async ({ params, body }) => ({ data: await rooms.enter(params.name, body) }));
  publicRoute(moderateRoom, ({ params, body }) =>
    rooms.moderate(params.name, params.identity, body).then(() => OK),
  );
  publicRoute(changeRoomSelf, ({ params, body }) => rooms.changeSelf(params.name, body).then(() => OK));
  publicRoute(recordRoom, async ({ params, body }) => ({ data: await rooms.recordRoom(params.name, body) }));
  publicRoute(changeRoomData, ({ params, body }) => rooms.changeData(params.name, body).then(() => OK));
}

function isForged(error: unknown): boolean {
  return (
    error instanceof Error &&
    /token|signature|sha256|checksum|authorization|algorithm|JW[ST]/i.test(`${error.name} ${error.message}`)
  );
}
