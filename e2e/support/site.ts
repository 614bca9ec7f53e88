import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a customer's site with this content under another host name, so that browsers treat it as another site. */
export async function startSite(
  content: () => string = () => '',
): Promise<{ url: string; close: () => void }> {
  const pages = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>Somebody’s site</title><main>${content()}</main>`);
  });
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  return { url: `http://localhost:${(pages.address() as AddressInfo).port}`, close: () => pages.close() };
}
