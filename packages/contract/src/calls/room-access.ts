import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { callKind, callPlatform, callRating, roomName } from './rooms.ts';
import { okResponse, line } from '../kit/shapes.ts';

const SENDABLE = ['video', 'audio', 'screenVideo', 'screenAudio', 'customVideo', 'customAudio'] as const;
const canSend = z.union([z.boolean(), z.array(z.enum(SENDABLE))]);
const canAdmin = z.union([z.boolean(), z.array(z.enum(['participants', 'streaming', 'transcription']))]);

const named = z.record(z.string().max(100), z.boolean());
const receivable = z.union([
  z.boolean(),
  z.strictObject({
    video: z.boolean().optional(),
    audio: z.boolean().optional(),
    screenVideo: z.boolean().optional(),
    screenAudio: z.boolean().optional(),
    customVideo: named.optional(),
    customAudio: named.optional(),
  }),
]);
const byId = z.record(z.string().max(100), receivable);
const canReceive = z.strictObject({
  base: receivable,
  byUserId: byId.optional(),
  byParticipantId: byId.optional(),
});

/** The permissions of a participant, as the call library defines them. */
export const roomPermissions = z.object({
  hasPresence: z.boolean(),
  canSend,
  canReceive,
  canAdmin,
});

/** A change of permissions; what is left out stays. */
export const roomPermissionChange = z.strictObject({
  hasPresence: z.boolean().optional(),
  canSend: canSend.optional(),
  canReceive: canReceive.partial().optional(),
  canAdmin: canAdmin.optional(),
});
export type RoomPermissionChange = z.infer<typeof roomPermissionChange>;

/** What the call engine gets when it joins. `lobby`: somebody in the call must admit it first. */
export const roomEntry = z.object({
  room_name: roomName,
  access: z.enum(['full', 'lobby']),
  platform: callPlatform,
  /**
   * The address of the media server, with a token that is valid for some minutes. On platforms other than `embedded`: the
   * address of the room there, and its token, which may be empty.
   */
  media: z.object({ url: z.string(), token: z.string() }),
  identity: z.string(),
  /** The id of this join; joining again gives another. */
  session_id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  is_owner: z.boolean(),
  /** A guest is neither agent nor customer; only customers are asked for a rating. */
  role: z.enum(['agent', 'customer', 'guest', 'supervisor']),
  permissions: roomPermissions,
  max_participants: z.number().int(),
  kind: callKind,
  start_video_off: z.boolean(),
});
export type RoomEntry = z.infer<typeof roomEntry>;

export const enterRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/enter',
  permission: 'public',
  summary: 'With the token of a room: get access to it. The call engine requests this before it connects.',
  // Calls also run on customers' sites; the token is the only proof of who asks, and cookies are not used.
  anySite: true,
  perMinute: 120,
  params: z.object({ name: roomName }),
  body: z.strictObject({
    token: z.string().max(2000),
    user_name: line(LIMITS.name).optional(),
    /** Random for each join and the same after a reconnect: `session_id` is derived from it. */
    join_id: z.uuid().optional(),
  }),
  response: z.object({ data: roomEntry }),
});

export const moderateRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/participants/:identity',
  permission: 'public',
  summary: 'Moderate a participant, as an owner of the room. The token says who the caller is.',
  anySite: true,
  perMinute: 120,
  params: z.object({ name: roomName, identity: z.string().max(100) }),
  body: z.strictObject({
    token: z.string().max(2000),
    /** `eject` is permanent: the token is not accepted again until `restore`. */
    action: z.enum([
      'mute-audio',
      'mute-video',
      'stop-screen',
      'eject',
      'restore',
      'admit',
      'refuse',
      'permit',
    ]),
    /** With `permit`: the changes. */
    permissions: roomPermissionChange.optional(),
  }),
  response: okResponse,
});

export const changeRoomSelf = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/me',
  permission: 'public',
  summary: 'Set your own data in a room: your name, your user data, or a request to be admitted.',
  anySite: true,
  perMinute: 120,
  params: z.object({ name: roomName }),
  body: z.strictObject({
    token: z.string().max(2000),
    user_name: line(LIMITS.name).optional(),
    user_data: z.unknown().optional(),
    /** Asks to be admitted, under this name; empty: under the present one. */
    request_access: z.union([line(LIMITS.name), z.literal('')]).optional(),
  }),
  response: okResponse,
});

/** Section 9: max. characters of JSON of the room's shared data. */
export const ROOM_DATA_MAX = 102_400;
/** A character takes up to six bytes in JSON; the rest is for the other fields. */
const ROOM_DATA_BYTES = 6 * ROOM_DATA_MAX + 8192;

export const changeRoomData = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/data',
  permission: 'public',
  summary: 'Replace or extend the data that all participants of the room share.',
  anySite: true,
  perMinute: 120,
  bodyBytes: ROOM_DATA_BYTES,
  params: z.object({ name: roomName }),
  body: z.strictObject({
    token: z.string().max(2000),
    data: z.unknown(),
    merge: z.enum(['replace', 'shallow-merge']),
  }),
  response: okResponse,
});

/** Max. characters of JSON of a layout, which is passed on to participants who join later. */
const LAYOUT_MAX = 4000;
const instanceId = z.string().max(100);
const recordingType = z.enum(['cloud', 'raw-tracks']);
/** In the call library's format. It is only passed on, since we do not record a mixed picture. */
const recordingLayout = z
  .looseObject({ preset: z.string().max(50) })
  .refine((layout) => JSON.stringify(layout).length <= LAYOUT_MAX);

/** A recording as participants see it; fields that only its starter knows are missing for others. */
export const roomRecording = z.object({
  recording_id: z.string(),
  type: recordingType,
  layout: recordingLayout.optional(),
  /** The identity of who started it. */
  started_by: z.string().optional(),
  instance_id: instanceId.optional(),
});
export type RoomRecording = z.infer<typeof roomRecording>;

export const recordRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/recording',
  permission: 'public',
  summary:
    'Start or stop recording (agents only), or read what is being recorded (all participants). The token says who the caller is.',
  anySite: true,
  perMinute: 120,
  params: z.object({ name: roomName }),
  body: z.strictObject({
    token: z.string().max(2000),
    action: z.enum(['start', 'update', 'stop', 'look']),
    /** With `start`; both types give a file for each participant. */
    type: recordingType.optional(),
    /** With `start` and `update`. */
    layout: recordingLayout.optional(),
    /** With `start`: the name of the recording; otherwise the request only applies to a recording of this name. */
    instance_id: instanceId.optional(),
  }),
  /** The current recording; with `stop`, the one that was stopped. */
  response: z.object({ data: roomRecording.nullable() }),
});

export const rateRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/rate',
  permission: 'public',
  summary: 'Rate a call that the customer joined by a link: once, after it has ended.',
  perMinute: 10,
  params: z.object({ name: roomName }),
  body: z.strictObject({ token: z.string().max(2000), ...callRating.shape }),
  response: okResponse,
});
