import {
  ENDPOINTS,
  errorBody,
  takesKeys,
  WEBHOOK_BODIES,
  WEBHOOK_HEADERS,
  type Endpoint,
} from '@trunkline/contract';
import { z } from 'zod';

/** The description of an endpoint in the API document, with who may call it. */
export function describeEndpoint(endpoint: Endpoint) {
  const { permission, orPermission, summary } = endpoint;
  const permissions = orPermission ? [permission, orPermission] : [permission];
  const isOpen = permission === 'public';
  const scheme = permission === 'visitor' ? 'visitor' : 'token';
  return {
    operationId: NAMES.get(endpoint) ?? `${endpoint.method} ${endpoint.path}`,
    tags: [subjectOf(endpoint)],
    summary,
    description: `${requiredPermissions(permissions)}${!isOpen && permission !== 'visitor' && !takesKeys(endpoint) ? ' Not for API keys.' : ''}`,
    security: isOpen ? [] : [{ [scheme]: [] }],
    'x-permission': permissions,
    ...(takesKeys(endpoint) && { 'x-api-keys': true }),
  };
}

const NAMES = new Map([...ENDPOINTS].map(([name, endpoint]) => [endpoint, name]));

/** The tag of an endpoint: `/api/tickets/:id` is in `tickets`. */
const subjectOf = ({ path }: Endpoint): string => path.replace(/^\/api\//, '').split('/')[0] || 'server';

function requiredPermissions(permissions: readonly string[]): string {
  const [first] = permissions;
  if (first === 'public') return 'Requires no sign-in.';
  if (first === 'visitor') return 'Requires the token of a chat’s visitor.';
  if (first === 'signed-in') return 'For all signed-in users.';
  return `Requires ${permissions.map((code) => `\`${code}\``).join(' or ')}.`;
}

export const API_INFO = {
  openapi: '3.1.1',
  info: {
    title: 'Trunkline',
    version: '0.1.0',
    description:
      'The screens of Trunkline use this API and no other. Other systems call it with an API key in `Authorization: Bearer tl_…`; keys are created under Settings → API keys.',
  },
  components: {
    securitySchemes: {
      token: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'An API key, or the token of a session.',
      },
      visitor: { type: 'http' as const, scheme: 'bearer', description: 'The token of a chat’s visitor.' },
    },
  },
};

type Content = { content: Record<string, { schema: object }> };
type Operation = { responses?: Record<string, object>; requestBody?: object };
export type ApiDocument = {
  openapi: string;
  paths: Record<string, Partial<Record<string, Operation>>>;
  webhooks?: Record<string, { post: object }>;
  components?: { schemas?: Record<string, object> };
};

/** Adds what schemas do not contain: files in requests and responses, and the form of errors. */
export function completeDocument(document: ApiDocument): ApiDocument {
  const { $schema: _, ...schema } = z.toJSONSchema(errorBody);
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Refusal: schema },
  };
  document.webhooks = Object.fromEntries(
    WEBHOOK_BODIES.map((one) => [one.event, { post: webhookEntry(one) }]),
  );
  for (const endpoint of ENDPOINTS.values()) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
    if (operation) completeOperation(operation, endpoint);
  }
  return document;
}

/** Describes a webhook delivery. */
function webhookEntry({ event, summary, body }: (typeof WEBHOOK_BODIES)[number]) {
  // JSON Schema cannot express keys such as `field:12`.
  const { $schema: _, ...schema } = z.toJSONSchema(body, { unrepresentable: 'any' });
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    operationId: `webhook.${event}`,
    tags: ['webhooks'],
    summary,
    parameters: [
      header(
        WEBHOOK_HEADERS.signature,
        '`t=SECONDS,v1=HEX`: HMAC-SHA256 of `SECONDS.BODY` with the secret of the webhook.',
      ),
      header(WEBHOOK_HEADERS.delivery, 'Same as `id`: it stays the same when a delivery is sent again.'),
      header(WEBHOOK_HEADERS.event, 'Same as `event`.'),
    ],
    requestBody: { required: true, ...content('application/json', schema) },
    responses: {
      '2XX': {
        description:
          'Accepted. After any other response, or none within ten seconds, the delivery is sent again.',
      },
    },
  };
}

function completeOperation(operation: Operation, { upload, download, says, raw }: Endpoint): void {
  if (upload) operation.requestBody = { required: true, ...content('multipart/form-data', FILE_FORM) };
  if (raw) operation.requestBody = { required: true, ...content('*/*', {}) };
  const done = download ? downloaded(says) : { ...operation.responses?.['200'], description: 'Done' };
  const refused = content('application/json', { $ref: '#/components/schemas/Refusal' });
  operation.responses = { 200: done, default: { description: 'Refused, with the reason', ...refused } };
}

const downloaded = (says: Endpoint['says']) =>
  says
    ? { description: says.description, ...content(says.type, { type: 'string' }) }
    : { description: 'The file', ...content('application/octet-stream', {}) };

const FILE_FORM = {
  type: 'object',
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
  required: ['file'],
};

const content = (type: string, schema: object): Content => ({ content: { [type]: { schema } } });
