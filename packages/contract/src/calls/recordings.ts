import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { id, idText, timestamp } from '../kit/shapes.ts';

/** Whether room calls are recorded: from pick-up on, when the agent asks for it, or not at all. */
export const RECORDING_POLICIES = ['always', 'on_demand', 'never'] as const;
export type RecordingPolicy = (typeof RECORDING_POLICIES)[number];

/** Null: inherited from the workspace, and there from the server's configuration. */
const choice = z.enum(RECORDING_POLICIES).nullable();
export const RECORDING_KEEP_DAYS_MAX = 3650;

/** Which calls are recorded, and how long recordings are kept. A department's setting overrides that of the workspace. */
export const recordingSettings = z.strictObject({
  voice: choice,
  video: choice,
  departments: z
    .array(z.strictObject({ department_id: id, voice: choice, video: choice }))
    .max(500)
    .refine((all) => new Set(all.map(({ department_id: own }) => own)).size === all.length, {
      message: 'Each department once',
    }),
  /** Recordings are deleted so many days after they ended; null: never. */
  keep_days: z.number().int().min(1).max(RECORDING_KEEP_DAYS_MAX).nullable(),
});
export type RecordingSettings = z.infer<typeof recordingSettings>;

/** What people in a call are shown; `paused`: it was recorded before, and may be again. */
export const recordingIndicator = z.enum(['off', 'on', 'paused']);
export type RecordingIndicator = z.infer<typeof recordingIndicator>;

/** `voicemail`: a message of a caller who reached nobody. */
export const RECORDING_KINDS = ['talk', 'voicemail'] as const;

/** `finishing`: ended, and being converted to playable files. `deleted`: its retention is over. */
export const RECORDING_STATES = ['recording', 'finishing', 'ready', 'failed', 'deleted'] as const;

const recordedRole = z.enum(['agent', 'customer', 'guest', 'supervisor']);

/** One file: one person, for a span in which their tracks did not change. */
export const recordingPart = z.object({
  /** The `number` of `playRecordingPart` and `downloadRecordingPart`. */
  number: z.number().int(),
  name: z.string(),
  role: recordedRole,
  /** Milliseconds since the start of the recording: playing all parts from their offsets reproduces the call. */
  offset_ms: z.number().int(),
  duration_ms: z.number().int(),
  bytes: z.number().int(),
  has_video: z.boolean(),
});
export type RecordingPart = z.infer<typeof recordingPart>;

export const callRecording = z.object({
  id,
  call_id: id,
  kind: z.enum(RECORDING_KINDS),
  state: z.enum(RECORDING_STATES),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** Empty until it is ready. */
  parts: z.array(recordingPart),
  /** Marked by somebody as kept, so that it is never deleted by retention. */
  is_kept: z.boolean(),
  /** When it will be deleted, by the current settings; null: never, or it is deleted already. */
  deletes_at: timestamp.nullable(),
  deleted_after_days: z.number().int().nullable(),
});
export type CallRecording = z.infer<typeof callRecording>;

export const recordCall = endpoint({
  method: 'POST',
  path: '/api/calls/:id/recording',
  permission: 'TICKETS:REPLY',
  summary: 'Start or pause the recording of your call. All participants are notified.',
  perMinute: 30,
  params: z.object({ id: idText }),
  body: z.strictObject({ is_recording: z.boolean() }),
  response: z.object({ data: z.object({ is_recording: z.boolean() }) }),
});

const ofPart = z.object({ id: idText, number: z.string().regex(/^\d{1,4}$/) });

export const playRecordingPart = endpoint({
  method: 'GET',
  path: '/api/recordings/:id/parts/:number',
  permission: 'TICKETS:VIEW',
  summary:
    'A file of a recording of a ticket that you may see (WebM), for a player; a range of its bytes if asked for.',
  params: ofPart,
  response: z.unknown(),
  download: true,
});

export const downloadRecordingPart = endpoint({
  method: 'GET',
  path: '/api/recordings/:id/parts/:number/download',
  permission: 'TICKETS:RECORDING_DOWNLOAD',
  summary: 'Download the file of a recording. Each download is recorded in the audit log.',
  params: ofPart,
  response: z.unknown(),
  download: true,
});

export const listTicketRecordings = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/recordings',
  permission: 'TICKETS:VIEW',
  summary:
    'The recordings of a ticket’s calls, in rooms and by telephone, oldest first. New ones are announced by `ticket-recorded`.',
  params: z.object({ id: idText }),
  response: z.object({ data: z.array(callRecording) }),
});

/** Sent to whoever sees the ticket: one of its calls has a new recording. */
export const recordingEvents = { 'ticket-recorded': z.object({ ticket_id: id, call_id: id }) };

/** The loudness of each person from the start of the recording: a number from 0 to 100 for each step. */
export const recordingWaveform = z.object({
  step_ms: z.number().int().min(1),
  people: z.array(z.object({ name: z.string(), role: recordedRole, peaks: z.array(z.number().int()) })),
});
export type RecordingWaveform = z.infer<typeof recordingWaveform>;

export const getRecordingWaveform = endpoint({
  method: 'GET',
  path: '/api/recordings/:id/waveform',
  permission: 'TICKETS:VIEW',
  summary: 'The volume of each participant over a recording, for its waveform. Empty if it was not measured.',
  params: z.object({ id: idText }),
  response: z.object({ data: recordingWaveform }),
});

export const keepRecording = endpoint({
  method: 'POST',
  path: '/api/recordings/:id/keep',
  permission: 'TICKETS:RECORDING_KEEP',
  summary: 'Exempt a recording from automatic deletion, or end that.',
  params: z.object({ id: idText }),
  body: z.strictObject({ is_kept: z.boolean() }),
  response: z.object({ data: callRecording }),
});
