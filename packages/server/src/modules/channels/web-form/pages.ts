import fs from 'node:fs';
import path from 'node:path';
import type { Http } from '#platform/http';
import { frameAncestors } from '#platform/http/sites';
import { sendPage } from '#platform/http/static';
import type { WebForms } from './service.ts';

/** A form's page: on its own, and in a frame on the sites that may show it. */
export function webFormPages({ app }: Http, { forms }: WebForms, widgetFolder: string): void {
  app.get<{ Params: { key: string } }>(
    '/widget/:key/form',
    { schema: { hide: true } },
    async (request, reply) => {
      const { settings } = await forms.open(request.params.key);
      // `frame-ancestors` lists the allowed sites, which X-Frame-Options cannot.
      reply.removeHeader('x-frame-options');
      const page = fs.createReadStream(path.join(widgetFolder, 'form.html'));
      return sendPage(reply, page, policy(settings.allowed_sites));
    },
  );
}

const policy = (sites: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors(sites)}`,
  ].join('; ');
