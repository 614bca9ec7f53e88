import {
  answerCallBack,
  askCallBack,
  callBackNow,
  cancelCallBack,
  cancelVisitorCallBack,
  getVisitorCallBack,
  leaveCallMessage,
  listTicketCallBacks,
  moveCallBack,
  promiseCallBack,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { CallBacks } from './call-back-service.ts';
import type { VisitorCalls } from '../access/visitor-calls.ts';

type Modules = { callBacks: CallBacks; visitorCalls: VisitorCalls };

/** What a customer does who was not answered, and what the desk does about it. */
export function callBackRoutes(http: Http, { callBacks, visitorCalls }: Modules): void {
  http.visitorRoute(leaveCallMessage, ({ visitor, body }) =>
    visitorCalls.leaveMessage(visitor, body).then(() => ({ ok: true }) as const),
  );
  http.visitorRoute(askCallBack, async ({ visitor, body }) => ({ data: await callBacks.ask(visitor, body) }));
  http.visitorRoute(getVisitorCallBack, async ({ visitor }) => ({ data: await callBacks.current(visitor) }));
  http.visitorRoute(cancelVisitorCallBack, async ({ visitor }) => ({
    data: await callBacks.cancel(visitor),
  }));
  http.visitorRoute(answerCallBack, async ({ visitor, body }) => ({
    data: await callBacks.answer(visitor, body),
  }));
  http.route(listTicketCallBacks, async ({ viewer, params }) => ({
    data: await callBacks.ofTicket(viewer, params.id),
  }));
  http.route(cancelCallBack, async ({ viewer, params }) => ({
    data: await callBacks.cancelFor(viewer, params.id),
  }));
  http.route(promiseCallBack, async ({ viewer, params, body }) => ({
    data: await callBacks.promise(viewer, params.id, body),
  }));
  http.route(moveCallBack, async ({ viewer, params, body }) => ({
    data: await callBacks.move(viewer, params.id, body),
  }));
  http.route(callBackNow, ({ viewer, params }) => callBacks.callNow(viewer, params.id));
}
