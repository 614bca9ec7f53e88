import fs from 'node:fs';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { applyPageChange } from './page-changes.ts';
import { bodyOf, demandOwnPage, RequestRefusedError, typeOf } from './page-guard.ts';
import type { createPictures } from '../customers/pictures.ts';
import type { Guides } from './guides.ts';
import type { World } from './world.ts';

type Deps = { world: World; pictures: ReturnType<typeof createPictures>; desk: string; guides: Guides };
type Response = http.ServerResponse;

const MOST_JSON = 64_000;
const MOST_PHOTO = 5_000_000;
const MOST_WATCHERS = 20;
const ALIVE_EVERY_MS = 20_000;

const place = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const file = (name: string, type: string) => ({ file: place(name), type: `${type}; charset=utf-8` });
const script = (name: string) => file(`dist/page/${name}`, 'text/javascript');
const FILES: Record<string, { file: string; type: string }> = {
  '/': file('src/page/phones.html', 'text/html'),
  // The desk's own file of colours, so that they are defined once.
  '/tokens.css': file('../web/src/shared/ui/tokens.css', 'text/css'),
  '/favicon.svg': file('../web/public/favicon.svg', 'image/svg+xml'),
  '/phones.css': file('src/page/phones.css', 'text/css'),
  '/providers': file('src/page/providers.html', 'text/html'),
  '/page/providers.js': script('providers.js'),
  '/page/phones.js': script('phones.js'),
  '/page/phone-card.js': script('phone-card.js'),
  '/page/show.js': script('show.js'),
  '/page/words.js': script('words.js'),
};
const HEADERS = {
  'content-security-policy':
    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Serves the page of phones, to this machine only. */
export async function servePage(deps: Deps, port: number) {
  const { world, pictures, guides } = deps;
  const watch = createWatching(deps);

  function show(path: string, response: Response): void {
    if (path === '/events') return watch(response);
    if (path === '/guides') return sendJson(response, guides.all);
    const [, area, name = ''] = path.split('/');
    const picture = area === 'pictures' ? pictures.find(name) : undefined;
    if (picture)
      return void response.writeHead(200, { ...HEADERS, 'content-type': picture.mime }).end(picture.bytes);
    const known = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
    if (!known) throw new RequestRefusedError(404, 'There is nothing here');
    response.writeHead(200, { ...HEADERS, 'content-type': known.type }).end(fs.readFileSync(known.file));
  }

  async function answer(request: http.IncomingMessage, response: Response): Promise<void> {
    demandOwnPage(request, port);
    const { pathname } = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
    if (request.method === 'GET') return show(pathname, response);
    if (request.method !== 'POST') throw new RequestRefusedError(405, 'GET or POST');
    const type = typeOf(request.headers);
    const body = await bodyOf(request, type.startsWith('image/') ? MOST_PHOTO : MOST_JSON);
    const [, area, channel = ''] = pathname.split('/');
    if (area === 'providers') return sendJson(response, await guides.enter(channel, body));
    sendJson(response, applyPageChange(world, pathname, { body, type }));
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => refuse(response, error));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      // Stop listening first, then close connections: browsers open some in advance, each of which would be waited for for a
      // minute.
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendJson(response: Response, what: object): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'application/json' }).end(JSON.stringify(what));
}

/** Tells whoever has the page open of every change. */
function createWatching({ world, desk }: Deps): (response: Response) => void {
  const watchers = new Set<Response>();
  return (response) => {
    if (watchers.size >= MOST_WATCHERS) throw new RequestRefusedError(503, 'Too many pages are open');
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    const unwatch = world.watch(desk, (event) => response.write(`data: ${JSON.stringify(event)}\n\n`));
    const alive = setInterval(() => response.write(': still here\n\n'), ALIVE_EVERY_MS);
    watchers.add(response);
    response.on('close', () => {
      clearInterval(alive);
      unwatch();
      watchers.delete(response);
    });
  };
}

function refuse(response: Response, error: unknown): void {
  const status = error instanceof RequestRefusedError ? error.status : 500;
  const message = error instanceof RequestRefusedError ? error.message : 'That went wrong';
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ message }));
}
