import {
  answerCallBack,
  requestVisitorCallBack,
  changeRoomData,
  changeRoomSelf,
  endVisitorCall,
  enterRoom,
  getGuestCallState,
  getVisitorCall,
  leaveCallMessage,
  linkCallGuest,
  moderateRoom,
  rateRoom,
  rateVisitorCall,
  recordRoom,
  roomEngineEvent,
  startTicketCall,
  startVisitorCall,
} from '@trunkline/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '#platform/errors';
import type { Http } from '#platform/http';
import type { Rooms } from './service.ts';

const ROOM_PATH = /^\/api\/rooms\/:name\/(enter|me|data|recording|participants\/)/;
const OK = { ok: true } as const;

export function roomRoutes(http: Http, rooms: Rooms): void {
  http.route(linkCallGuest, ({ viewer, params }) => rooms.guests.link(viewer, params.id));
  http.route(startTicketCall, ({ viewer, params, body }) => rooms.outgoing.start(viewer, params.id, body));
  http.app.get<{ Params: { code: string } }>(
    '/c/:code',
    { schema: { hide: true } },
    async (request, reply) => {
      const address = await rooms.shortLinks.resolve(request.params.code);
      // The URL gives access to the call, so it must not be cached, nor sent to other pages as the referrer.
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(address, 302);
    },
  );
  forVisitors(http, rooms);
  forCalls(http, rooms);

  http.publicRoute(roomEngineEvent, async ({ request }) => {
    const { body, headers } = request;
    if (!Buffer.isBuffer(body)) throw new AppError('unsupported_type');
    await rooms.receiveReport(body.toString('utf8'), headers.authorization ?? '').catch((error: unknown) => {
      if (isForged(error)) throw new AppError('forbidden');
      throw error;
    });
    return OK;
  });
}

/** Customers on a site that has the widget. */
function forVisitors(http: Http, { visitors }: Rooms): void {
  http.visitorRoute(startVisitorCall, async ({ visitor, body }) => ({
    data: await visitors.start(visitor, body),
  }));
  http.visitorRoute(getVisitorCall, async ({ visitor }) => ({ data: await visitors.current(visitor) }));
  http.visitorRoute(endVisitorCall, async ({ visitor, body }) => ({
    data: await visitors.end(visitor, body),
  }));
  http.visitorRoute(rateVisitorCall, ({ visitor, body }) => visitors.rate(visitor, body).then(() => OK));
  http.visitorRoute(leaveCallMessage, ({ visitor, body }) =>
    visitors.leaveMessage(visitor, body).then(() => OK),
  );
  http.visitorRoute(requestVisitorCallBack, async ({ visitor, body }) => ({
    data: await visitors.askCallBack(visitor, body),
  }));
  http.visitorRoute(answerCallBack, async ({ visitor, body }) => ({
    data: await visitors.answerCallBack(visitor, body),
  }));
}

/** Requests of the call library, also from customers' sites: the token in the body is the only proof of who asks. */
function forCalls({ app, publicRoute }: Http, rooms: Rooms): void {
  const open = (reply: FastifyReply) => reply.header('access-control-allow-origin', '*');
  app.addHook('onRequest', async (request, reply) => {
    if (ROOM_PATH.test(request.routeOptions.url ?? '')) open(reply);
  });
  // The preflight request of browsers, before a page of another site may post JSON.
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
  publicRoute(rateRoom, ({ params, body }) => rooms.rateRoom(params.name, body).then(() => OK));
  publicRoute(getGuestCallState, async ({ params, body }) => ({
    data: await rooms.waitIn(params.name, body.token),
  }));
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
