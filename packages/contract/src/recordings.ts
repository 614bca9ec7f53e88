import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idText, timestamp } from './shapes.ts';

/** Whether room calls are recorded: from pick-up on, when the agent asks for it, or not at all. */
export const RECORDING_POLICIES = ['always', 'on_demand', 'never'] as const;
export type RecordingPolicy = (typeof RECORDING_POLICIES)[number];

/** `finishing`: ended, and being made into files that can be sought in. */
export const RECORDING_STATES = ['recording', 'finishing', 'ready', 'failed'] as const;

/** One file: one person, for a stretch of time in which their tracks stayed the same. */
export const recordingPart = z.object({
  /** What `downloadRecordingPart` takes. */
  number: z.number().int(),
  name: z.string(),
  role: z.enum(['agent', 'customer']),
  /** From the start of the recording: all parts played from their offsets are the call as it was. */
  offset_ms: z.number().int(),
  duration_ms: z.number().int(),
  bytes: z.number().int(),
  has_video: z.boolean(),
});
export type RecordingPart = z.infer<typeof recordingPart>;

export const callRecording = z.object({
  id,
  call_id: id,
  state: z.enum(RECORDING_STATES),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  /** Empty until it is ready. */
  parts: z.array(recordingPart),
});
export type CallRecording = z.infer<typeof callRecording>;

export const recordCall = endpoint({
  method: 'POST',
  path: '/api/calls/:id/recording',
  permission: 'TICKETS:REPLY',
  summary: 'Record the call that you are in, or stop for now; everybody in it is told.',
  perMinute: 30,
  params: z.object({ id: idText }),
  body: z.strictObject({ is_recording: z.boolean() }),
  response: z.object({ data: z.object({ is_recording: z.boolean() }) }),
});

export const downloadRecordingPart = endpoint({
  method: 'GET',
  path: '/api/recordings/:id/parts/:number',
  permission: 'TICKETS:VIEW',
  summary: 'A file of a recording of a ticket that you may see (WebM); a range of its bytes if asked for.',
  params: z.object({ id: idText, number: z.string().regex(/^\d{1,4}$/) }),
  response: z.unknown(),
  download: true,
});
