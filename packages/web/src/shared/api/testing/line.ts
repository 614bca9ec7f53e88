import { vi } from 'vitest';
import type { createConnection } from '../feed/connection.ts';

type Handlers = Parameters<typeof createConnection>[0];

let handlers: Handlers | undefined;

/** What was asked over the socket, by name. */
export const asked: string[] = [];

/** In place of `connection.ts`: a line without a server, on which tests say what comes. */
export const testConnection = {
  createConnection(own: Handlers) {
    handlers = own;
    const emitWithAck = (name: string) => {
      asked.push(name);
      return Promise.resolve(name === 'resume' ? { seq: 1, reset: false, events: [] } : { ok: true });
    };
    const socket = { id: 'one', connected: true, timeout: () => ({ emitWithAck }), disconnect: vi.fn() };
    return { start: vi.fn(), stop: vi.fn(), retry: vi.fn(), socket: () => socket };
  },
};

/** The line stands from now on. */
export const lineUp = (): void => handlers?.onUp();

/** The server tells of something; what is numbered carries its number. */
export const say = (name: string, payload: unknown, seq?: number): void =>
  handlers?.onMessage(name, payload, { seq });
