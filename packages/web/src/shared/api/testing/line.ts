import { vi } from 'vitest';
import type { createConnection } from '../feed/connection.ts';

type Handlers = Parameters<typeof createConnection>[0];

let handlers: Handlers | undefined;

/** Names of the requests that were sent over the socket. */
export const sentRequests: string[] = [];

/** Replaces `connection.ts` in tests: a connection without a server, whose events the test sends. */
export const testConnection = {
  createConnection(own: Handlers) {
    handlers = own;
    const emitWithAck = (name: string) => {
      sentRequests.push(name);
      return Promise.resolve(name === 'resume' ? { seq: 1, reset: false, events: [] } : { ok: true });
    };
    const socket = { id: 'one', connected: true, timeout: () => ({ emitWithAck }), disconnect: vi.fn() };
    return { start: vi.fn(), stop: vi.fn(), retry: vi.fn(), socket: () => socket };
  },
};

/** Connects the socket. */
export const connectSocket = (): void => handlers?.onUp();

/** Sends a signal from the server, or with `seq` a numbered event. */
export const sendEvent = (name: string, payload: unknown, seq?: number): void =>
  handlers?.onMessage(name, payload, { seq });
