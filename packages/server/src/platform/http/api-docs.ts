import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { API_INFO, completeDocument, type ApiDocument } from './api-document.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Serves the description of the API as a document and as pages. It is generated once, since that takes long and everybody may
 * ask.
 */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: API_INFO,
    transform: jsonSchemaTransform,
    transformObject: (input) => completeDocument(jsonSchemaTransformObject(input) as ApiDocument),
  });
  const json = once(() => JSON.stringify(app.swagger()));
  const yaml = once(() => app.swagger({ yaml: true }));
  app.get('/api/openapi.json', { schema: { hide: true } }, (_request, reply) =>
    reply.type(JSON_TYPE).send(json()),
  );
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', filter: true, tagsSorter: 'alpha' },
    theme: { title: 'Trunkline API' },
    uiHooks: {
      onRequest(request, reply, next) {
        const { url } = request.routeOptions;
        if (url === '/api/docs/json') void reply.type(JSON_TYPE).send(json());
        else if (url === '/api/docs/yaml') void reply.type('application/x-yaml').send(yaml());
        else next();
      },
    },
  });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
