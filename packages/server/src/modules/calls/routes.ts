import {
  attendCall,
  cancelCallBack,
  callBackNow,
  cancelInvitation,
  cancelVisitorCallBack,
  changeEscort,
  downloadRecordingPart,
  endEscort,
  finishAfterCall,
  getCallParticipants,
  getOwnCall,
  getRecordingWaveform,
  getVisitorCallBack,
  hangUpRoomCall,
  holdCall,
  inviteToCall,
  keepRecording,
  listCallColleagues,
  listTicketCallBacks,
  listTicketCalls,
  listTicketRecordings,
  rescheduleCallBack,
  pickUpRoomCall,
  playRecordingPart,
  scheduleCallBack,
  readAfterCall,
  recordCall,
  saveAfterCall,
  transferCall,
} from '@trunkline/contract';
import type { FastifyReply } from 'fastify';
import type { Http } from '#platform/http';
import type { Calls } from './calls.ts';
import type { OpenedRecording } from './recordings/recording-files.ts';

const OK = { ok: true } as const;

export function callRoutes(http: Http, calls: Calls): void {
  http.route(pickUpRoomCall, ({ viewer, body }) => calls.pickUp(viewer, body));
  http.route(hangUpRoomCall, ({ viewer, body }) => calls.hangUp(viewer, body.room_name));
  http.route(getOwnCall, ({ viewer }) => calls.own(viewer));
  http.route(listTicketCalls, async ({ viewer, params }) => ({
    data: await calls.ofTicket(viewer, params.id),
  }));
  forMoves(http, calls);
  forRecordings(http, calls);
  forCallBacks(http, calls);
  forNotes(http, calls);
  forSupervisors(http, calls);
}

/** Colleagues, transfer and hold, for those who are in the call. */
function forMoves(http: Http, calls: Calls): void {
  http.route(getCallParticipants, async ({ viewer, params }) => ({
    data: await calls.participants(viewer, params.id),
  }));
  http.route(listCallColleagues, async ({ viewer, params }) => ({
    data: await calls.colleagues(viewer, params.id),
  }));
  http.route(inviteToCall, async ({ viewer, params, body }) => ({
    data: await calls.ask(viewer, params.id, { ...body, purpose: 'join', stays: true }),
  }));
  http.route(cancelInvitation, ({ viewer, params }) => calls.cancel(viewer, params.id).then(() => OK));
  http.route(transferCall, async ({ viewer, params, body }) => ({
    data: await calls.transfer(viewer, params.id, body),
  }));
  http.route(holdCall, async ({ viewer, params, body }) => ({
    data: await calls.hold(viewer, params.id, body.is_held),
  }));
}

function forRecordings(http: Http, { recordings }: Calls): void {
  http.route(recordCall, async ({ viewer, params, body }) => ({
    data: await recordings.record(viewer, params.id, body.is_recording),
  }));
  const sendRecording = (reply: FastifyReply, { status, headers, bytes }: OpenedRecording) => {
    reply.code(status).headers(headers);
    return bytes;
  };
  http.route(listTicketRecordings, async ({ viewer, params }) => ({
    data: await recordings.ofTicket(viewer, params.id),
  }));
  http.route(playRecordingPart, async ({ viewer, params, request, reply }) => {
    const { range } = request.headers;
    return sendRecording(reply, await recordings.play(viewer, params.id, Number(params.number), range));
  });
  http.route(downloadRecordingPart, async ({ viewer, params, request, reply }) => {
    const { range } = request.headers;
    return sendRecording(reply, await recordings.download(viewer, params.id, Number(params.number), range));
  });
  http.route(getRecordingWaveform, async ({ viewer, params }) => ({
    data: await recordings.waveform(viewer, params.id),
  }));
  http.route(keepRecording, async ({ viewer, params, body }) => ({
    data: await recordings.keep(viewer, params.id, body.is_kept),
  }));
}

/** Call-backs, for the desk and for the customers who asked for them. */
function forCallBacks(http: Http, { callBacks }: Calls): void {
  http.visitorRoute(getVisitorCallBack, async ({ visitor }) => ({ data: await callBacks.current(visitor) }));
  http.visitorRoute(cancelVisitorCallBack, async ({ visitor }) => ({
    data: await callBacks.cancel(visitor),
  }));
  http.route(listTicketCallBacks, async ({ viewer, params }) => ({
    data: await callBacks.ofTicket(viewer, params.id),
  }));
  http.route(cancelCallBack, async ({ viewer, params }) => ({
    data: await callBacks.cancelFor(viewer, params.id),
  }));
  http.route(scheduleCallBack, async ({ viewer, params, body }) => ({
    data: await callBacks.promise(viewer, params.id, body),
  }));
  http.route(rescheduleCallBack, async ({ viewer, params, body }) => ({
    data: await callBacks.move(viewer, params.id, body),
  }));
  http.route(callBackNow, ({ viewer, params }) => callBacks.callNow(viewer, params.id));
}

/** Notes after a call. */
function forNotes(http: Http, { afterCalls }: Calls): void {
  http.route(readAfterCall, async ({ viewer }) => ({ data: await afterCalls.read(viewer) }));
  http.route(saveAfterCall, async ({ viewer, params, body }) => {
    await afterCalls.save(viewer, params.id, body);
    return OK;
  });
  http.route(finishAfterCall, async ({ viewer, params, body }) => {
    await afterCalls.finish(viewer, params.id, body);
    return OK;
  });
}

/** Supervisors on calls of others. */
function forSupervisors(http: Http, { escorts }: Calls): void {
  http.route(attendCall, ({ viewer, params, body }) => escorts.attend(viewer, params.id, body));
  http.route(changeEscort, async ({ viewer, params, body }) => ({
    data: await escorts.change(viewer, params.id, body.mode),
  }));
  http.route(endEscort, ({ viewer, params }) => escorts.leave(viewer, params.id).then(() => OK));
}
