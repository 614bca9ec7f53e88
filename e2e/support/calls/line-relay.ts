import type { BrowserContext, WebSocketRoute } from 'playwright/test';

type Line = { send: (bytes: string) => void; close: () => void };
declare global {
  interface Window {
    relayed: Record<number, Line>;
    heard: (id: number, bytes: string) => Promise<void>;
    gone: (id: number) => Promise<void>;
  }
}

/**
 * Redirects WebSockets that pages open to one address to another server. The other end is held by an empty page of the
 * same browser, which no content security policy of ours restricts. Binary messages only, which LiveKit uses.
 */
export async function relayLines(context: BrowserContext, from: string, to: string): Promise<void> {
  const relay = await context.newPage();
  const lines = new Map<number, WebSocketRoute>();
  await relay.exposeFunction('heard', (id: number, bytes: string) =>
    lines.get(id)?.send(Buffer.from(bytes, 'base64')),
  );
  await relay.exposeFunction('gone', (id: number) => lines.get(id)?.close());

  await context.routeWebSocket(`${from}/**`, (line) => {
    const { pathname, search } = new URL(line.url());
    const id = lines.size;
    lines.set(id, line);
    // In the order in which they were sent.
    let turn = relay.evaluate(open, { id, url: `${to}${pathname}${search}` });
    const next = (act: () => Promise<void>) => {
      // Fails only when the browser is being closed.
      turn = turn.then(act).catch(() => undefined);
    };
    line.onMessage((message) =>
      next(() =>
        relay.evaluate(({ id, bytes }) => window.relayed[id]?.send(bytes), {
          id,
          bytes: Buffer.from(message as Buffer).toString('base64'),
        }),
      ),
    );
    line.onClose(() => next(() => relay.evaluate((id) => window.relayed[id]?.close(), id)));
  });
}

/** Runs in the empty page. Resolves when the connection is open. */
async function open({ id, url }: { id: number; url: string }): Promise<void> {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
    const bytes = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join('');
    void window.heard(id, btoa(bytes));
  });
  socket.addEventListener('close', () => void window.gone(id));
  window.relayed ??= {};
  window.relayed[id] = {
    send: (bytes) => socket.send(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))),
    close: () => socket.close(),
  };
  await new Promise((resolve) => socket.addEventListener('open', resolve));
}
