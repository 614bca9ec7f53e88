import { isDeepStrictEqual } from 'node:util';
import {
  eventMeta,
  LIVECHAT_NAMESPACE,
  numberedEvents,
  signals,
  visitorEvents,
  WALL_NAMESPACE,
  wallEvents,
} from '@trunkline/contract';
import type { Namespace } from 'socket.io';
import { afterEach } from 'vitest';
import type { z } from 'zod';
import type { App } from '../src/app.ts';
import type { Events } from '../src/platform/events.ts';

type Schemas = Record<string, z.ZodType>;

const complaints = new Set<string>();

afterEach(demandNoContractViolations);

/** Checks everything that the server sends over sockets against the contract, whether or not somebody listens. */
export function watchEmitted(app: App, events: Events): void {
  const { io } = app.realtime;
  // Numbered events also when they go to rooms without members.
  events.onEvent(({ name, payload }) => check(numberedEvents, [name, payload]));
  watchNamespace(io.of('/'), { ...numberedEvents, ...signals });
  watchNamespace(io.of(LIVECHAT_NAMESPACE), visitorEvents);
  watchNamespace(io.of(WALL_NAMESPACE), wallEvents);
}

/** Throws if anything was sent that the contract does not know. */
export function demandNoContractViolations(): void {
  const found = takeContractViolations();
  if (found.length > 0) throw new Error(`Sent what the contract does not know:\n${found.join('\n')}`);
}

export function takeContractViolations(): string[] {
  const found = [...complaints];
  complaints.clear();
  return found;
}

function watchNamespace(namespace: Namespace, schemas: Schemas): void {
  const { adapter } = namespace;
  for (const way of ['broadcast', 'broadcastWithAck'] as const) {
    const send = adapter[way].bind(adapter) as (packet: { data: unknown[] }, ...rest: unknown[]) => void;
    Object.assign(adapter, {
      [way](packet: { data: unknown[] }, ...rest: unknown[]) {
        check(schemas, packet.data);
        send(packet, ...rest);
      },
    });
  }
  namespace.on('connection', (socket) => {
    socket.onAnyOutgoing((name: string, ...args: unknown[]) => check(schemas, [name, ...args]));
  });
}

function check(schemas: Schemas, [name, sent, meta]: unknown[]): void {
  const schema = typeof name === 'string' && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema) return void complaints.add(`"${String(name)}" is no event of the contract`);
  const payload: unknown = JSON.parse(JSON.stringify(sent));
  const parsed = schema.safeParse(payload);
  if (!parsed.success) complaints.add(`${String(name)}: ${parsed.error.message}`);
  else if (!isDeepStrictEqual(parsed.data, payload))
    complaints.add(`${String(name)} says more than its schema: ${JSON.stringify(payload)}`);
  // The second argument is a numbered event's number, or the function that receives an acknowledgement.
  if (typeof meta === 'object' && !eventMeta.safeParse(meta).success)
    complaints.add(`${String(name)} carries ${JSON.stringify(meta)} instead of its number`);
}
