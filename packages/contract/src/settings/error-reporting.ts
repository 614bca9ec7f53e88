import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';

/** A Sentry DSN, `https://PUBLIC_KEY@sentry.example.com/42`: where error reports are sent. */
export const errorDsn = z
  .string()
  .trim()
  .max(LIMITS.url)
  .refine((text) => readDsn(text) !== null);

const DSN = /^(https?:\/\/)(\w+)(?::\w*)?@([^\s/?#@]+)((?:\/[^\s/?#]+)*)\/(\d+)\/?$/;

/** The URL for reports and the key of a DSN; null where it is invalid. */
export function readDsn(text: string): { url: string; key: string; host: string } | null {
  const [, protocol = '', key = '', host = '', before = '', project = ''] = DSN.exec(text.trim()) ?? [];
  if (project === '') return null;
  return { url: `${protocol}${host}${before}/api/${project}/envelope/`, key, host };
}

const state = z.object({
  /** Null: nothing is reported. */
  dsn: z.string().nullable(),
  version: z.number().int(),
});
export type ErrorReporting = z.infer<typeof state>;
const one = z.object({ data: state });

/** Why a test report failed; screens have a text for each. */
export const ERROR_TEST_FAULTS = ['forbidden', 'refused', 'unreachable'] as const;

export const getErrorReporting = endpoint({
  method: 'GET',
  path: '/api/error_reporting',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Where errors of the server are reported to; null if nowhere.',
  response: one,
});

export const updateErrorReporting = endpoint({
  method: 'PUT',
  path: '/api/error_reporting',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary:
    'Set the DSN of your own collector with Sentry’s protocol, or null to report nothing. Reports contain the error and where it happened in the code, without personal data.',
  body: z.strictObject({ version: z.number().int(), dsn: errorDsn.nullable() }),
  response: one,
});

export const testErrorReporting = endpoint({
  method: 'POST',
  path: '/api/error_reporting/test',
  permission: 'CONFIG_APP:EDIT',
  keys: false,
  summary: 'Send a test report.',
  perMinute: 10,
  response: z.object({ ok: z.boolean(), fault: z.enum(ERROR_TEST_FAULTS).nullable() }),
});
