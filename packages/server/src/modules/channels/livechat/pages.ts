import fs from 'node:fs';
import path from 'node:path';
import type { WidgetSettings } from '@trunkline/contract';
import type { CallSources } from '#platform/network/call-sources';
import { AppError } from '#platform/errors';
import type { Http } from '#platform/http';
import { frameAncestors } from '#platform/http/sites';
import { appPolicy, sendPage } from '#platform/http/static';
import type { Settings } from '#modules/settings';
import type { Livechat } from './service.ts';

type Deps = { livechat: Livechat; settings: Settings; widgetFolder: string; sources: CallSources };

/** The widget's frame, which browsers show on allowed sites only, and the demo company's site. */
export function livechatPages({ app }: Http, { livechat, settings, widgetFolder, sources }: Deps): void {
  app.get<{ Params: { key: string } }>(
    '/widget/:key/frame',
    { schema: { hide: true } },
    async (request, reply) => {
      const { widget } = await livechat.widgetOf(request.params.key, undefined);
      // `frame-ancestors` lists the allowed sites, which X-Frame-Options cannot.
      reply.removeHeader('x-frame-options');
      return sendPage(
        reply,
        fs.createReadStream(path.join(widgetFolder, 'frame.html')),
        framePolicy(widget, sources),
      );
    },
  );

  app.get('/demo', { schema: { hide: true } }, async (_request, reply) => {
    const { is_demo: isDemo } = await settings.config();
    const [widget] = await settings.listWidgets();
    if (!isDemo || !widget) throw new AppError('not_found');
    const page = await fs.promises.readFile(path.join(widgetFolder, 'demo.html'), 'utf8');
    return sendPage(reply, page.replaceAll('{{widget_key}}', widget.key), appPolicy(sources));
  });
}

function framePolicy(widget: WidgetSettings, { connect, script, worker, frame }: CallSources): string {
  return [
    "default-src 'self'",
    `script-src ${script}`,
    `worker-src ${worker}`,
    `frame-src ${frame}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `frame-ancestors ${frameAncestors(widget.allowed_sites)}`,
  ].join('; ');
}
