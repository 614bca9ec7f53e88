import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody's site with that on it, by another name than the product's: another site to the browser as well. */
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
