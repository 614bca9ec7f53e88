import {
  CreateRoomRequest,
  DataPacket,
  DeleteRoomRequest,
  DeleteRoomResponse,
  DisconnectReason,
  ListParticipantsRequest,
  ListParticipantsResponse,
  ListRoomsRequest,
  ListRoomsResponse,
  MuteRoomTrackRequest,
  MuteRoomTrackResponse,
  RemoveParticipantResponse,
  RoomParticipantIdentity,
  SendDataRequest,
  SendDataResponse,
  UpdateParticipantRequest,
  UpdateRoomMetadataRequest,
  UserPacket,
  DataPacket_Kind,
} from '@livekit/protocol';
import type { VideoGrant } from 'livekit-server-sdk';
import { applyMetadata } from '../rooms/metadata.ts';
import type { Participant } from '../rooms/participant.ts';
import { mayPublish } from '../rooms/permissions.ts';
import type { Room } from '../rooms/room.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { ApiError, IGNORE_UNKNOWN_FIELDS, type TwirpMethod } from './twirp.ts';

/** LiveKit's room service, as far as a server of our own needs it: `livekit-server-sdk` is its client. */
export function roomService(rooms: Rooms): Record<string, TwirpMethod> {
  const find = (name: string): Room => {
    const room = rooms.get(name);
    if (!room) throw new ApiError('not_found', `There is no room "${name}".`);
    return room;
  };
  const findIn = (name: string, identity: string): { room: Room; participant: Participant } => {
    const room = find(name);
    const participant = room.participants.get(identity);
    if (!participant) throw new ApiError('not_found', `"${identity}" is not in this room.`);
    return { room, participant };
  };
  const admin = (grant: VideoGrant, room: string) => {
    if (grant.roomAdmin !== true || (grant.room && grant.room !== room)) {
      throw new ApiError('permission_denied', 'This token does not administer the room.');
    }
  };

  return {
    CreateRoom(body, grant) {
      if (grant.roomCreate !== true)
        throw new ApiError('permission_denied', 'This token does not create rooms.');
      const { name, emptyTimeout, departureTimeout, maxParticipants, metadata } = CreateRoomRequest.fromJson(
        body as never,
        IGNORE_UNKNOWN_FIELDS,
      );
      if (name === '') throw new ApiError('invalid_argument', 'A room needs a name.');
      return rooms
        .ensure(name, {
          ...(emptyTimeout > 0 && { emptyTimeout }),
          ...(departureTimeout > 0 && { departureTimeout }),
          ...(maxParticipants > 0 && { maxParticipants }),
          ...(metadata !== '' && { metadata }),
        })
        .info();
    },
    ListRooms(body, grant) {
      if (grant.roomList !== true) throw new ApiError('permission_denied', 'This token does not list rooms.');
      const { names } = ListRoomsRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      const found = rooms.all().filter(({ name }) => names.length === 0 || names.includes(name));
      return new ListRoomsResponse({ rooms: found.map((room) => room.info()) });
    },
    DeleteRoom(body, grant) {
      const { room: name } = DeleteRoomRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      if (grant.roomCreate !== true) admin(grant, name);
      find(name).close(DisconnectReason.ROOM_DELETED);
      return new DeleteRoomResponse();
    },
    ListParticipants(body, grant) {
      const { room: name } = ListParticipantsRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      admin(grant, name);
      const participants = [...find(name).participants.values()].map((each) => each.info());
      return new ListParticipantsResponse({ participants });
    },
    GetParticipant(body, grant) {
      const { room: name, identity } = RoomParticipantIdentity.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      admin(grant, name);
      return findIn(name, identity).participant.info();
    },
    RemoveParticipant(body, grant) {
      const { room: name, identity } = RoomParticipantIdentity.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      admin(grant, name);
      const { room, participant } = findIn(name, identity);
      room.remove(participant, DisconnectReason.PARTICIPANT_REMOVED);
      return new RemoveParticipantResponse();
    },
    MutePublishedTrack(body, grant) {
      const {
        room: name,
        identity,
        trackSid,
        muted,
      } = MuteRoomTrackRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      admin(grant, name);
      const { room, participant } = findIn(name, identity);
      const track = participant.tracks.get(trackSid);
      if (!track) throw new ApiError('not_found', 'There is no such track.');
      track.info.muted = muted;
      room.muted(participant, track, muted);
      return new MuteRoomTrackResponse({ track: track.info });
    },
    UpdateParticipant(body, grant) {
      const change = UpdateParticipantRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      admin(grant, change.room);
      const { room, participant } = findIn(change.room, change.identity);
      const { permission } = change;
      const wasHidden = participant.identity.permission.hidden;
      room.change(participant, () => {
        applyMetadata(participant, change);
        if (permission) participant.identity.permission = permission;
      });
      if (permission) {
        for (const { info } of [...participant.tracks.values()]) {
          if (!mayPublish(permission, info.source)) rooms.endTrack(participant, info.sid);
        }
        if (permission.hidden !== wasHidden) rooms.hidOrShowed(participant, room);
        room.updateSubscriptions(participant);
        rooms.renewToken(participant);
      }
      room.announce(participant);
      return participant.info();
    },
    SendData(body, grant) {
      const {
        room: name,
        data,
        kind,
        destinationIdentities,
        destinationSids,
        topic,
      } = SendDataRequest.fromJson(body as never, IGNORE_UNKNOWN_FIELDS);
      admin(grant, name);
      const user = new UserPacket({
        payload: data,
        destinationSids,
        destinationIdentities,
        ...(topic !== undefined && { topic }),
      });
      const packet = new DataPacket({ kind, destinationIdentities, value: { case: 'user', value: user } });
      find(name).send(packet, kind === DataPacket_Kind.LOSSY ? '_lossy' : '_reliable');
      return new SendDataResponse();
    },
    UpdateRoomMetadata(body, grant) {
      const { room: name, metadata } = UpdateRoomMetadataRequest.fromJson(
        body as never,
        IGNORE_UNKNOWN_FIELDS,
      );
      admin(grant, name);
      const room = find(name);
      room.options = { ...room.options, metadata };
      room.sendRoomInfo();
      return room.info();
    },
  };
}
