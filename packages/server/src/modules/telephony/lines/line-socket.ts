import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { PHONE_LINE_PATH } from '@trunkline/contract';
import { WebSocketServer, type WebSocket } from 'ws';
import { demand, type Access, type Viewer } from '#platform/access';
import { AppError } from '#platform/errors';
import type { Log } from '#platform/log';
import { isOwnSite } from '#platform/http/own-site';
import type { Notices } from '#platform/notices';
import type { Upgrades } from '#platform/http/upgrades';
import type { BrowserPhones } from './line-service.ts';
import { CLOSE_CODES, MESSAGE_MAX, SIP_SUBPROTOCOL, connectGateway, relaySipMessages } from './line-relay.ts';

type Deps = {
  upgrades: Upgrades;
  access: () => Access;
  lines: Pick<BrowserPhones, 'find'>;
  notices: Notices;
  log: Log;
};
type Line = { viewer: Viewer; extension: string; browser: WebSocket; gateway: WebSocket };

const LINES_OF_ONE = 4;

/**
 * Proxies SIP over WebSocket from browsers to the gateway: they need neither its address nor its certificate, and only
 * signed-in users can reach it. Returns a function that closes it.
 */
export function openLineSocket({ upgrades, access, lines, notices, log }: Deps): () => void {
  const open = new Set<Line>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX,
    handleProtocols: () => SIP_SUBPROTOCOL,
  });

  async function enter(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Checked before the token, since pages of other sites never have one.
    if (!isOwnSite(request)) throw new AppError('wrong_origin');
    const query = new URL(request.url ?? '', 'http://phone').searchParams;
    const viewer = await access().socketViewer(query.get('token') ?? '', Number(query.get('user_id')));
    demand(viewer, 'signed-in');
    if ([...open].filter((line) => line.viewer.id === viewer.id).length >= LINES_OF_ONE)
      throw new AppError('too_many_requests');
    const line = await lines.find(viewer.id);
    if (!line) throw new AppError('forbidden');
    const gateway = await connectGateway(line.ws_url);
    // Also if the browser has gone meanwhile, or its request was no valid upgrade.
    socket.once('close', () => gateway.terminate());
    if (socket.destroyed) return gateway.terminate();
    sockets.handleUpgrade(request, socket, head, (browser) =>
      join({ viewer, extension: line.extension, browser, gateway }),
    );
  }

  function join(line: Line): void {
    open.add(line);
    line.browser.once('close', () => open.delete(line));
    relaySipMessages(line, () =>
      log.warn({ user: line.viewer.id }, 'a phone in a browser said what it may not'),
    );
  }

  function closeWhere(fits: (line: Line) => boolean, code: number): void {
    for (const { browser } of [...open].filter(fits)) browser.close(code);
  }
  notices.on('session-ended', ({ ids }: { ids: number[] }) =>
    closeWhere(({ viewer }) => ids.includes(viewer.sessionId), CLOSE_CODES.session),
  );
  notices.on('phone-line-ended', ({ user_id: userId }: { user_id: number }) =>
    closeWhere(({ viewer }) => viewer.id === userId, CLOSE_CODES.session),
  );

  upgrades.handle((path) => path === PHONE_LINE_PATH, enter);
  return () => {
    closeWhere(() => true, CLOSE_CODES.away);
    for (const { gateway } of open) gateway.terminate();
  };
}
