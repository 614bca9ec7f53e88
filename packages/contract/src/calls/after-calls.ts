import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, text, timestamp } from '../kit/shapes.ts';

/** The outcome of a telephone call, as its agent notes it. */
export const AFTER_CALL_OUTCOMES = [
  'resolved',
  'follow_up',
  'call_again',
  'passed_on',
  'no_contact',
  'wrong_number',
  'spam',
] as const;

const written = {
  outcome: z.enum(AFTER_CALL_OUTCOMES).nullable(),
  notes: text(LIMITS.visitorBody),
};

/** The open form after a call, with what was typed so far. */
export const afterCall = z.object({
  call_id: id,
  ticket_id: id.nullable(),
  number: z.string(),
  ends_at: timestamp,
  ...written,
});
export type AfterCall = z.infer<typeof afterCall>;

export const readAfterCall = endpoint({
  method: 'GET',
  path: '/api/phone/after-call',
  permission: 'TICKETS:REPLY',
  summary: 'The call whose wrap-up you are in, with your notes so far; null if there is none.',
  response: z.object({ data: afterCall.nullable() }),
});

const params = z.object({ id: idText });

export const saveAfterCall = endpoint({
  method: 'PUT',
  path: '/api/phone/after-call/:id',
  permission: 'TICKETS:REPLY',
  summary:
    'Save the notes on that call while they are typed: wrap-up waits meanwhile. They are kept when it ends.',
  params,
  body: z.strictObject(written),
  response: okResponse,
});

export const finishAfterCall = endpoint({
  method: 'POST',
  path: '/api/phone/after-call/:id/finish',
  permission: 'TICKETS:REPLY',
  summary:
    'Finish wrap-up: saves outcome and notes on the ticket, and sets you to Ready. Repeating the request changes nothing.',
  params,
  body: z.strictObject(written),
  response: okResponse,
});
