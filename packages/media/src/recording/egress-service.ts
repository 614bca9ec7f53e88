import {
  EgressStatus,
  ListEgressRequest,
  ListEgressResponse,
  RoomCompositeEgressRequest,
  StopEgressRequest,
} from '@livekit/protocol';
import type { VideoGrant } from 'livekit-server-sdk';
import type { Rooms } from '../rooms/rooms.ts';
import { ApiError, IGNORE_UNKNOWN_FIELDS, type TwirpMethod } from '../api/twirp.ts';
import type { Recorder } from './recorder.ts';

const ACTIVE = new Set([
  EgressStatus.EGRESS_STARTING,
  EgressStatus.EGRESS_ACTIVE,
  EgressStatus.EGRESS_ENDING,
]);

/**
 * LiveKit's egress API, as far as calls are recorded here: `EgressClient` of `livekit-server-sdk` is its client. Where LiveKit
 * mixes one file, we write files for each participant, and a manifest with their offsets.
 */
export function egressService(rooms: Rooms, recorder: Recorder): Record<string, TwirpMethod> {
  const demand = ({ roomRecord }: VideoGrant) => {
    if (roomRecord !== true) throw new ApiError('permission_denied', 'This token does not record.');
  };

  return {
    async StartRoomCompositeEgress(body, grant) {
      demand(grant);
      const { roomName } = RoomCompositeEgressRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      const room = rooms.get(roomName);
      if (!room) throw new ApiError('not_found', `There is no room "${roomName}".`);
      return recorder.start(room);
    },
    async StopEgress(body, grant) {
      demand(grant);
      const { egressId } = StopEgressRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      const info = await recorder.stop(egressId);
      if (!info) throw new ApiError('not_found', 'There is no such recording.');
      return info;
    },
    async ListEgress(body, grant) {
      demand(grant);
      const { roomName, egressId, active } = ListEgressRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      const one = egressId === '' ? undefined : await recorder.find(egressId);
      const found = egressId === '' ? recorder.list(roomName) : one ? [one] : [];
      const items = active ? found.filter(({ status }) => ACTIVE.has(status)) : found;
      return new ListEgressResponse({ items });
    },
  };
}
