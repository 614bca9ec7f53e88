import { LIMITS, type Endpoint } from '@trunkline/contract';
import { z } from 'zod';

type Schema = z.ZodType & { _zod: { def: Record<string, never> } };

export const describeEndpoint = ({ method, path }: Endpoint): string => `${method} ${path}`;

export function allowedCodes(level: {
  modules: Partial<Record<string, readonly string[] | undefined>>;
}): Set<string> {
  return new Set(
    Object.entries(level.modules).flatMap(([module, codes]) =>
      (codes ?? []).map((code) => `${module}:${code}`),
    ),
  );
}

/** A body that the endpoint's schema accepts, made from the schema itself. */
export function valueFor(endpoint: Endpoint): unknown {
  const body = endpoint.body as Schema | undefined;
  if (!body) return undefined;
  const value = exampleOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  return withKnownFields(value);
}

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
};

function exampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {});
  if (schema.type === 'object') {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, exampleOf(schema.properties?.[name] ?? {})]));
  }
  return exampleValue(schema);
}

function exampleValue(schema: JsonSchema): unknown {
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 999_999;
  return exampleText(schema);
}

function exampleText({ format, pattern, minLength = 8 }: JsonSchema): string {
  if (format === 'email') return 'somebody@example.com';
  if (pattern?.includes('[0-9a-f]{6}')) return '#0f766e';
  return 'abcdefgh'.repeat(Math.ceil(minLength / 8));
}

/** Sets fields that the schema says too little about: mail servers that refuse at once, and an activity that needs no break. */
function withKnownFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('imap' in value && 'smtp' in value) return { ...value, ...NOWHERE };
  return 'user_activity_id' in value ? { ...value, user_activity_id: 6 } : value;
}

/** A mail server that refuses at once, as the endpoint really connects to it. */
const refusing = { host: '127.0.0.1', port: 1, security: 'none', auth: { kind: 'none' } };
const NOWHERE = { imap: refusing, smtp: refusing };

/** Text for paths and queries. */
export const hostileValues = [
  "' or 1=1 --",
  '-1',
  '0',
  '1e308',
  '99999999999999999999',
  'NaN',
  '../../etc/passwd',
  '%00',
  '\u0000',
  '<script>alert(1)</script>',
  '{"$gt":""}',
  'a'.repeat(3000),
  '😀'.repeat(100),
];

/** Raw bodies that are too deep or too big. Built once, as they take a dozen megabytes. */
export const largeBodies: readonly string[] = [
  `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  `{"subject":"${'x'.repeat(1_000_000)}"}`,
  `{"a":"${'x'.repeat(LIMITS.jsonBytes)}"}`,
  `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`,
];

/** Raw bodies: not JSON, not an object, wrong types, unknown keys. */
export function hostileBodies(endpoint: Endpoint): string[] {
  const good = (valueFor(endpoint) ?? {}) as Record<string, unknown>;
  const bad: unknown[] = [
    null,
    [],
    'text',
    1,
    {},
    { ...good, unknown_key: 1 },
    { ...good, __proto__: { admin: true } },
  ];
  for (const key of Object.keys(good)) {
    for (const value of [
      null,
      -1,
      1.5,
      1e300,
      '',
      ' ',
      'x'.repeat(LIMITS.body + 1),
      [],
      [[]],
      {},
      { toString: 'x' },
      true,
      "'; drop table users; --",
      '\u0000\ud800',
    ]) {
      bad.push({ ...good, [key]: value });
    }
  }
  return ['', '{', '{"a":', '\u0000', ...bad.map((value) => JSON.stringify(value))];
}
