import { z } from 'zod';
import { ACTIVITY_CAUSES, activityId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { id, timestamp } from '../kit/shapes.ts';

/** The WebSocket of phones in browsers, with the subprotocol `sip`; `token` and `user_id` as for the socket. */
export const PHONE_LINE_PATH = '/phone/ws';

/**
 * Why there is no phone in the browser: the user has no `extension`; no `gateway` supports it; the gateway has another `phone`
 * with this number; it does not read our objects (`sorcery`, docs/telephony.md).
 */
export const NO_BROWSER_PHONE_REASONS = ['extension', 'gateway', 'phone', 'sorcery'] as const;

const openedLine = z.union([
  z.object({
    missing: z.null(),
    extension: z.string(),
    realm: z.string(),
    password: z.string(),
    expires_at: timestamp,
  }),
  z.object({ missing: z.enum(NO_BROWSER_PHONE_REASONS) }),
]);
export type OpenedPhoneLine = z.infer<typeof openedLine>;

export const openPhoneLine = endpoint({
  method: 'POST',
  path: '/api/phone/line',
  permission: 'signed-in',
  summary:
    'Set up a browser phone for your extension, with a password that is valid for some hours. The previous one stops working.',
  perMinute: 20,
  response: z.object({ data: openedLine }),
});

export const listPhoneTargets = endpoint({
  method: 'GET',
  path: '/api/phone/targets',
  permission: 'signed-in',
  summary:
    'To whom a call can be transferred: colleagues with a phone extension and their activity, and the gateway’s queues.',
  perMinute: 60,
  response: z.object({
    data: z.object({
      people: z.array(
        z.object({
          id,
          fullname: z.string(),
          extension: z.string(),
          user_activity_id: activityId,
          activity_cause: z.enum(ACTIVITY_CAUSES).nullable(),
        }),
      ),
      queues: z.array(z.string()),
    }),
  }),
});
