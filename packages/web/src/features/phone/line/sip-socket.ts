import type { Socket } from 'jssip';

/** The methods that JsSIP calls, and the handlers that it sets. */
type SocketMembers = Pick<
  Socket,
  'url' | 'via_transport' | 'sip_uri' | 'connect' | 'disconnect' | 'send' | 'isConnected' | 'isConnecting'
> &
  Pick<Socket, 'onconnect' | 'ondisconnect' | 'ondata'>;

/** JsSIP's socket, which can be told to connect anew. */
export type SipSocket = SocketMembers & {
  /** Connects anew at once: JsSIP waits longer with each attempt, and keeps a connection on which nobody answers. */
  reconnect: () => void;
};

/** Makes a socket for JsSIP that asks for its address at each connection, because the token in it expires soon. */
export function createSipSocket(address: () => Promise<string>): SipSocket {
  let socket: WebSocket | null = null;
  /** Counts connection attempts, so that an attempt that was given up does not open. */
  let turn = 0;
  let isAsking = false;

  async function open(own: number): Promise<void> {
    const url = await address();
    if (own !== turn) return;
    isAsking = false;
    const next = new WebSocket(url, 'sip');
    socket = next;
    next.addEventListener('open', () => own === turn && sides.onconnect());
    next.addEventListener('message', ({ data }) => own === turn && sides.ondata(data));
    next.addEventListener('close', ({ code, reason }) => {
      if (own === turn) sides.ondisconnect(true, code, reason);
    });
  }

  const sides: SipSocket = {
    url: 'wss://phone.invalid',
    sip_uri: 'sip:phone.invalid;transport=ws',
    via_transport: 'WSS',
    onconnect: () => undefined,
    ondisconnect: () => undefined,
    ondata: () => undefined,
    isConnected: () => socket?.readyState === WebSocket.OPEN,
    isConnecting: () => isAsking || socket?.readyState === WebSocket.CONNECTING,
    connect() {
      if (sides.isConnected() || sides.isConnecting()) return;
      turn += 1;
      const own = turn;
      isAsking = true;
      open(own).catch(() => {
        if (own !== turn) return;
        isAsking = false;
        sides.ondisconnect(true);
      });
    },
    disconnect() {
      turn += 1;
      isAsking = false;
      socket?.close();
      socket = null;
    },
    reconnect() {
      sides.disconnect();
      // JsSIP also plans an attempt of its own, which then finds this one in progress.
      sides.ondisconnect(true);
      sides.connect();
    },
    send(message) {
      if (!sides.isConnected()) return false;
      socket?.send(message as string);
      return true;
    },
  };
  return sides;
}
