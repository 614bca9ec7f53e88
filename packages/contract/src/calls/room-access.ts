import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { callKind, callPlatform, callRating, roomName } from './rooms.ts';
import { done, line } from '../kit/shapes.ts';

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

/** What a place in the room allows, in the call library's words. */
export const roomPermissions = z.object({
  hasPresence: z.boolean(),
  canSend,
  canReceive,
  canAdmin,
});

/** A change of what somebody may do; what it leaves out stays. */
export const roomPermissionChange = z.strictObject({
  hasPresence: z.boolean().optional(),
  canSend: canSend.optional(),
  canReceive: canReceive.partial().optional(),
  canAdmin: canAdmin.optional(),
});
export type RoomPermissionChange = z.infer<typeof roomPermissionChange>;

/** What the call engine is told when it comes in. `lobby`: somebody inside has to let it in first. */
export const roomEntry = z.object({
  room_name: roomName,
  access: z.enum(['full', 'lobby']),
  platform: callPlatform,
  /**
   * Of the media server, with a token that is good for a few minutes. Elsewhere than `embedded`: the room's address there,
   * and what that platform wants to see, which may be nothing.
   */
  media: z.object({ url: z.string(), token: z.string() }),
  identity: z.string(),
  /** Of this join: who leaves and comes again has another. */
  session_id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  is_owner: z.boolean(),
  /** A guest is on neither side; only the customer is asked how the call was. */
  role: z.enum(['agent', 'customer', 'guest']),
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
  summary: 'Show the token of a room and get the way in. What the call engine asks before it connects.',
  // Calls run on customers' sites as well; the token is all the right there is, and no cookie counts.
  anySite: true,
  perMinute: 120,
  params: z.object({ name: roomName }),
  body: z.strictObject({
    token: z.string().max(2000),
    user_name: line(LIMITS.name).optional(),
    /** New for each join and the same when it comes back after a break: `session_id` follows from it. */
    join_id: z.uuid().optional(),
  }),
  response: z.object({ data: roomEntry }),
});

export const moderateRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/participants/:identity',
  permission: 'public',
  summary: 'What an owner of the room may do with somebody in it; the token says who asks.',
  anySite: true,
  perMinute: 120,
  params: z.object({ name: roomName, identity: z.string().max(100) }),
  body: z.strictObject({
    token: z.string().max(2000),
    /** `eject` holds: who was put out does not come back with the same token until `restore`. */
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
    /** With `permit`: what changes. */
    permissions: roomPermissionChange.optional(),
  }),
  response: done,
});

export const changeRoomSelf = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/me',
  permission: 'public',
  summary: 'What somebody in a room says of themselves: their name, their data, that they ask to be let in.',
  anySite: true,
  perMinute: 120,
  params: z.object({ name: roomName }),
  body: z.strictObject({
    token: z.string().max(2000),
    user_name: line(LIMITS.name).optional(),
    user_data: z.unknown().optional(),
    /** The name to ask with; empty for the one that is there. */
    request_access: z.union([line(LIMITS.name), z.literal('')]).optional(),
  }),
  response: done,
});

/** Section 9: as many characters of JSON as the data that a whole room shares may be. */
export const ROOM_DATA_MAX = 102_400;
/** A character takes up to six bytes in JSON; the rest is what stands around the data. */
const ROOM_DATA_BYTES = 6 * ROOM_DATA_MAX + 8192;

export const changeRoomData = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/data',
  permission: 'public',
  summary: 'Replace or extend the data that everybody in the room shares.',
  anySite: true,
  perMinute: 120,
  bodyBytes: ROOM_DATA_BYTES,
  params: z.object({ name: roomName }),
  body: z.strictObject({
    token: z.string().max(2000),
    data: z.unknown(),
    merge: z.enum(['replace', 'shallow-merge']),
  }),
  response: done,
});

/** As much JSON as a layout may be that is handed on to who comes later. */
const LAYOUT_MAX = 4000;
const instanceId = z.string().max(100);
const recordingType = z.enum(['cloud', 'raw-tracks']);
/** In the call library's words. There is no mixed picture here: it is only handed on. */
const recordingLayout = z
  .looseObject({ preset: z.string().max(50) })
  .refine((layout) => JSON.stringify(layout).length <= LAYOUT_MAX);

/** A recording, as people in the room are told of it; what only who started it can know is missing otherwise. */
export const roomRecording = z.object({
  recording_id: z.string(),
  type: recordingType,
  layout: recordingLayout.optional(),
  /** Who in the room asked for it. */
  started_by: z.string().optional(),
  instance_id: instanceId.optional(),
});
export type RoomRecording = z.infer<typeof roomRecording>;

export const recordRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/recording',
  permission: 'public',
  summary:
    'Record the call, for its agents, or look what is being recorded, for everybody in it. The token says who asks.',
  anySite: true,
  perMinute: 120,
  params: z.object({ name: roomName }),
  body: z.strictObject({
    token: z.string().max(2000),
    action: z.enum(['start', 'update', 'stop', 'look']),
    /** With `start`; both give a file of each person. */
    type: recordingType.optional(),
    /** With `start` and `update`. */
    layout: recordingLayout.optional(),
    /** With `start` the name that it gets; otherwise only a recording of this name is meant. */
    instance_id: instanceId.optional(),
  }),
  /** What is being recorded now; with `stop`, what was until now. */
  response: z.object({ data: roomRecording.nullable() }),
});

export const rateRoom = endpoint({
  method: 'POST',
  path: '/api/rooms/:name/rate',
  permission: 'public',
  summary: 'A customer who came by a link says how the call was, once, after it has ended.',
  perMinute: 10,
  params: z.object({ name: roomName }),
  body: z.strictObject({ token: z.string().max(2000), ...callRating.shape }),
  response: done,
});
