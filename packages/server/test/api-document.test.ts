import { Validator } from '@seriousme/openapi-schema-validator';
import { ENDPOINTS, takesKeys, verifyWebhook, WEBHOOK_EVENTS, WEBHOOK_TEST } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from './app.ts';

type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  'x-permission': string[];
  'x-api-keys'?: true;
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
  requestBody?: { content: object };
};
type ApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }
  >;
  components: { schemas: Record<string, object> };
};

let t: TestApp;
let document: ApiDocument;
beforeAll(async () => {
  t = await testApp();
  document = (await t.call('GET', '/api/openapi.json')).body;
});
afterAll(() => t.close());

const operationOf = (path: string, method: string) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

describe('the document of the API', () => {
  it('is OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('points at nothing that is not in it', () => {
    const named = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"/]+)/g)];
    const missing = named.filter(([, name]) => !document.components.schemas[decodeURIComponent(name ?? '')]);
    expect(named.length).toBeGreaterThan(100);
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  it.each([...ENDPOINTS])('states who may call %s, and what it answers', (name, endpoint) => {
    const { path, method, permission, orPermission } = endpoint;
    const operation = operationOf(path, method);
    expect(operation).toBeDefined();
    if (!operation) return;
    expect(operation).toMatchObject({
      operationId: name,
      'x-permission': orPermission ? [permission, orPermission] : [permission],
    });
    expect(operation['x-api-keys'] ?? false).toBe(takesKeys(endpoint));
    const { security, responses, requestBody } = operation;
    expect(security).toHaveLength(permission === 'public' ? 0 : 1);
    expect(Object.keys(responses['200']?.content ?? {})).toHaveLength(1);
    expect(responses['default']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    });
    const takesBody = [endpoint.body, endpoint.upload, endpoint.raw].some(Boolean);
    expect(requestBody !== undefined).toBe(takesBody);
  });

  it('has every event that other systems can be told of, with what is posted to them', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS, WEBHOOK_TEST]);
    const { schema } = document.webhooks['note.added']?.post.requestBody.content['application/json'] ?? {};
    expect(schema?.properties).toMatchObject({
      event: { const: 'note.added' },
      data: { properties: { ticket_id: { type: 'integer' }, message: { type: 'object' } } },
    });
  });

  it('says that the handshake of a provider is answered with its challenge', () => {
    const operation = operationOf(verifyWebhook.path, 'GET');
    expect(Object.keys(operation?.responses['200']?.content ?? {})).toEqual(['text/plain']);
  });

  it('says nothing twice under one name', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is written once in each form, however often it is asked for', { tags: 'full' }, async () => {
    const { app } = t.app.http;
    const made = vi.spyOn(app as unknown as { swagger: () => unknown }, 'swagger');
    const ask = async (address: string) => (await app.inject(address)).body;
    const json = await ask('/api/openapi.json');
    const yaml = await ask('/api/docs/yaml');
    expect(yaml).toMatch(/^openapi: 3\.1/);
    const before = made.mock.calls.length;
    for (const address of ['/api/docs/json', '/api/openapi.json', '/api/docs/json'])
      expect(await ask(address)).toBe(json);
    expect(await ask('/api/docs/yaml')).toBe(yaml);
    expect(made.mock.calls.length).toBe(before);
    made.mockRestore();
  });

  it('is readable on a page that asks nobody else', async () => {
    const page = await t.app.http.app.inject('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address).not.toMatch(/^(https?:)?\/\//);
    for (const address of addresses.filter((one) => /\.(js|css)$/.test(one))) {
      const { statusCode } = await t.app.http.app.inject(`/api/docs/${address.replace(/^\.\//, '')}`);
      expect(statusCode, address).toBe(200);
    }
  });
});
