import type { Topic } from '@trunkline/contract';
import type { Socket } from 'socket.io';
import type { Viewer } from '../access.ts';

// The contract types what is sent: at `tx.emit`, `signal` and in the request handlers.
export type AnyEvents = Record<string, (...args: unknown[]) => void>;
export type AgentSocket = Socket<AnyEvents, AnyEvents, AnyEvents, SocketData>;
export type SocketData = {
  viewer: Viewer;
  connectedAt: number;
  /** Watched topics with the rooms that each stands for. */
  topics: Map<Topic, readonly string[]>;
  /** How many changes of rights were known of when this socket's viewer was read. */
  rightsAt: number;
  /** May this socket make another request now? */
  allow: () => boolean;
};
