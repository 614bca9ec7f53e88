import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Shows the page's address and whether it got a camera, which is what any call page asks for first. */
const PAGE = `<!doctype html><html lang="en"><title>Room</title>
<style>body { margin: 0; font: 16px sans-serif; background: #fff; color: #111 } video { width: 100% }</style>
<main><h1></h1><p role="status">Asking for the camera…</p><video muted autoplay playsinline></video></main>
<script>
document.querySelector('h1').textContent = location.pathname;
const say = (text) => (document.querySelector('p').textContent = text);
navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
  (stream) => {
    document.querySelector('video').srcObject = stream;
    say('Camera and microphone are on');
  },
  (error) => say('No camera: ' + error.name),
);
let seconds = 0;
setInterval(() => (document.title = 'Room ' + ++seconds), 200);
</script></html>`;

/** Another company's site with rooms for calls, under another host name; each address is a room. */
export async function startRoomSite() {
  const opened: string[] = [];
  const pages = http.createServer((request, response) => {
    if (request.url !== '/favicon.ico') opened.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
  });
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const url = `http://localhost:${(pages.address() as AddressInfo).port}`;
  return {
    url,
    /** The opened rooms, in order. */
    opened,
    close: () => pages.close(),
  };
}
