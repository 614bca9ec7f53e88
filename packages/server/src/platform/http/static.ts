import fs from 'node:fs';
import path from 'node:path';
import statics from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { CallSources } from '../network/call-sources.ts';
import { AppError } from '../errors.ts';
import type { Http } from '../http.ts';

/** The content security policy of the app's pages; `frameSites` may show such a page in a frame. */
export const appPolicy = (
  { connect, script, worker, frame }: CallSources,
  frameSites: readonly string[] = [],
) =>
  [
    "default-src 'self'",
    // Background blur of video uses WebAssembly; this does not allow scripts of others.
    `script-src ${script} 'wasm-unsafe-eval'`,
    `worker-src ${worker}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src ${connect}`,
    "font-src 'self' data:",
    `frame-src ${frame}`,
    ["frame-ancestors 'self'", ...frameSites].join(' '),
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ');

/** Paths that are never a page of the app: an unknown one is an error, not the app's first page. */
const NOT_A_PAGE = /^\/(api|socket\.io|widget|call-engine|assets|healthz|readyz|metrics)(\/|$)/;

type Folders = { web: string; widget: string; callEngine: string };

/** No page of the app has such a name, so requests for `/.env` or `/backup.sql` get a 404 instead of the app. */
const NAMES_A_FILE = /\.[^/]*$/;

/** The page of a call, the only one that other sites may show in a frame. */
const ROOM = /^\/rooms\/[\w-]+$/;

/** Serves the built web app, widget and call engine. Every other path is a page of the app, which routes it itself. */
export async function serveApps(
  { app }: Http,
  {
    web,
    widget,
    callEngine,
    sources,
    callFrameSites,
  }: Folders & { sources: CallSources; callFrameSites: string[] },
): Promise<void> {
  const common = { wildcard: true, index: false, preCompressed: true, setHeaders: cacheByName } as const;
  await app.register(statics, { ...common, root: path.join(web, 'assets'), prefix: '/assets/' });
  await app.register(statics, { ...common, root: widget, prefix: '/widget/', decorateReply: false });
  await app.register(statics, {
    ...common,
    root: callEngine,
    prefix: '/call-engine/',
    decorateReply: false,
    // Loaded by programs on other sites, from any page.
    setHeaders: (reply, file) => {
      cacheByName(reply, file);
      reply.setHeader('access-control-allow-origin', '*');
    },
  });
  const policy = appPolicy(sources);
  const roomPolicy = appPolicy(sources, callFrameSites);
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const address = `/${(request.params as { '*': string })['*']}`;
    if (NOT_A_PAGE.test(address)) throw new AppError('not_found');
    const file = topLevelFile(web, address);
    if (file)
      return reply
        .header('cache-control', 'no-cache')
        .type(TYPES[path.extname(file)] ?? 'application/octet-stream')
        .send(fs.createReadStream(file));
    if (NAMES_A_FILE.test(address)) throw new AppError('not_found');
    return sendPage(
      reply,
      fs.createReadStream(path.join(web, 'index.html')),
      ROOM.test(address) ? roomPolicy : policy,
    );
  });
}

export function sendPage(reply: FastifyReply, html: fs.ReadStream | string, policy: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
    })
    .send(html);
}

const TYPES: Record<string, string> = {
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** A file next to index.html, such as the icon; undefined for other paths and missing files. */
function topLevelFile(web: string, address: string): string | undefined {
  const name = /^\/([\w-]+\.(?:ico|svg|png|txt|webmanifest))$/.exec(address)?.[1];
  const file = name && path.join(web, name);
  return file && fs.existsSync(file) ? file : undefined;
}

/** Vite puts a hash into the names of assets, so a file never changes under its name. */
function cacheByName(reply: { setHeader: (name: string, value: string) => void }, file: string): void {
  const isHashed = /[/\\]assets[/\\]/.test(file);
  reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}
