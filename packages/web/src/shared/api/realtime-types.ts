import type {
  numberedEvents,
  NumberedEventName,
  signals,
  SignalName,
  socketRequests,
  SocketRequestName,
} from '@trunkline/contract';
import type { z } from 'zod';

export type Payloads = { [N in NumberedEventName]: z.output<(typeof numberedEvents)[N]> } & {
  [N in SignalName]: z.output<(typeof signals)[N]>;
};
export type Payload<N extends EventName> = Payloads[N];
export type EventName = NumberedEventName | SignalName;

/** A numbered event as `apply` receives it, discriminated by its name. */
export type NumberedEvent = {
  [N in NumberedEventName]: { name: N; payload: Payloads[N]; seq: number };
}[NumberedEventName];

/** `seq` is null for signals, which carry no number. */
export type EventMeta = { seq: number | null };
export type Listener<N extends EventName> = (payload: Payloads[N], meta: EventMeta) => void;

export type RequestPayload<N extends SocketRequestName> = z.input<(typeof socketRequests)[N]['payload']>;
export type RequestAnswer<N extends SocketRequestName> = z.output<(typeof socketRequests)[N]['answer']>;

export type ConnectionStatus = 'connecting' | 'online' | 'offline';
