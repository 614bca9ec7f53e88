import {
  DisconnectReason,
  Pong,
  RequestResponse,
  RequestResponse_Reason,
  SessionDescription,
  SignalTarget,
  TrackPublishedResponse,
  type SignalRequest,
  type SignalResponse,
  type TrickleRequest,
} from '@livekit/protocol';
import { applyMetadata } from '../rooms/metadata.ts';
import type { Participant } from '../rooms/participant.ts';
import type { Room } from '../rooms/room.ts';

export type MediaRequest = SignalRequest['message'];
type Reply = SignalResponse['message'];
type RequestValue<Case extends MediaRequest['case']> = Extract<MediaRequest, { case: Case }>['value'];
type ParticipantInRoom = { room: Room; participant: Participant };

/** Subscription choices that one client may have: more than a room can have tracks. */
const CHOICES_MAX = 500;

/**
 * Handles a client's request and returns the reply for it, if any. The next request waits for this one, so only work of this process is
 * awaited here; anything that depends on the network runs in the background.
 */
export async function handleRequest(
  request: MediaRequest,
  place: ParticipantInRoom,
): Promise<Reply | undefined> {
  const { participant, room } = place;
  switch (request.case) {
    case 'addTrack':
      return addTrack(request.value, participant);
    case 'offer': {
      const { sdp, id } = request.value;
      const answer = await participant.answer(sdp);
      return { case: 'answer', value: new SessionDescription({ type: 'answer', sdp: answer, id }) };
    }
    case 'answer':
      await participant.acceptAnswer(request.value.sdp, request.value.id);
      return undefined;
    case 'trickle':
      addCandidate(request.value, participant);
      return undefined;
    case 'leave':
      room.leave(participant, DisconnectReason.CLIENT_INITIATED);
      return undefined;
    default:
      return answer(request, place);
  }
}

/** The answer to a ping, sent outside the queue: a client without one reconnects. */
export function pongFor(request: MediaRequest): Reply | undefined {
  switch (request.case) {
    case 'ping':
      return { case: 'pong', value: BigInt(Date.now()) };
    case 'pingReq': {
      const { timestamp: lastPingTimestamp } = request.value;
      return { case: 'pongResp', value: new Pong({ lastPingTimestamp, timestamp: BigInt(Date.now()) }) };
    }
    default:
      return undefined;
  }
}

/** Requests that are handled synchronously. */
function answer(request: MediaRequest, place: ParticipantInRoom): Reply | undefined {
  if (request.case === 'updateMetadata') return updateMetadata(request.value, place);
  applyRequest(request, place);
  return undefined;
}

function applyRequest(request: MediaRequest, { participant, room }: ParticipantInRoom): void {
  switch (request.case) {
    case 'mute':
      return mute(request.value, participant, room);
    case 'subscription':
      choose(request.value, participant);
      return room.updateSubscriptions(participant);
    case 'trackSetting':
      for (const [track, subscription] of participant.subscriptions) {
        if (request.value.trackSids.includes(track.info.sid)) subscription.apply(request.value);
      }
      return;
    case 'subscriptionPermission':
      participant.audience = request.value;
      return room.updateSubscriptions(participant);
    default:
    // Other requests (layer hints, simulations, statistics) need no action.
  }
}

function addTrack(value: RequestValue<'addTrack'>, participant: Participant): Reply {
  const track = participant.announce(value);
  if (track) {
    const published = new TrackPublishedResponse({ cid: track.cid, track: track.info });
    return { case: 'trackPublished', value: published };
  }
  const reason = RequestResponse_Reason.NOT_ALLOWED;
  const request = { case: 'addTrack' as const, value };
  return { case: 'requestResponse', value: new RequestResponse({ reason, request, message: 'not allowed' }) };
}

function mute({ sid, muted }: RequestValue<'mute'>, participant: Participant, room: Room): void {
  const track = participant.tracks.get(sid);
  if (!track) return;
  track.info.muted = muted;
  room.announce(participant);
}

function choose(
  { trackSids, participantTracks, subscribe }: RequestValue<'subscription'>,
  who: Participant,
): void {
  for (const sid of [...trackSids, ...participantTracks.flatMap((each) => each.trackSids)]) {
    if (who.choices.size < CHOICES_MAX) who.choices.set(sid, subscribe);
  }
}

function addCandidate({ candidateInit, target }: TrickleRequest, who: Participant): void {
  const candidate: unknown = JSON.parse(candidateInit);
  if (typeof candidate !== 'object' || candidate === null) return;
  const connection = target === SignalTarget.PUBLISHER ? who.publisher : who.subscriber;
  // Candidates of an earlier generation or of an unknown form are ignored.
  void connection.addCandidate(candidate).catch(() => undefined);
}

function updateMetadata(
  change: RequestValue<'updateMetadata'>,
  { participant, room }: ParticipantInRoom,
): Reply {
  const { requestId } = change;
  if (!participant.identity.permission.canUpdateMetadata) {
    const reason = RequestResponse_Reason.NOT_ALLOWED;
    const refusal = new RequestResponse({ requestId, reason, message: 'not allowed' });
    return { case: 'requestResponse', value: refusal };
  }
  applyMetadata(participant, change);
  room.announce(participant);
  const done = new RequestResponse({ requestId, reason: RequestResponse_Reason.OK });
  return { case: 'requestResponse', value: done };
}
