import type { Topic } from '@trunkline/contract';
import type { Socket } from 'socket.io';
import type { Viewer } from '../access.ts';

// The contract types what is sent: in `tx.emit`, `signal` and the request handlers.
export type AnyEvents = Record<string, (...args: unknown[]) => void>;
export type AgentSocket = Socket<AnyEvents, AnyEvents, AnyEvents, SocketData>;
export type SocketData = {
  viewer: Viewer;
  connectedAt: number;
  /** Subscribed topics, with the rooms of each. */
  topics: Map<Topic, readonly string[]>;
  /** The counter of permission changes when this socket's viewer was read. */
  rightsAt: number;
  /** Whether this socket may make another request now, by the rate limit. */
  allow: () => boolean;
};
