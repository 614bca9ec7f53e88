import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log';
import { AmiError } from './errors.ts';
import type { AmiAction, AmiMessage } from './message.ts';
import { openAmi, type AmiAddress, type AmiSession } from './session.ts';

type GatewayListener = {
  address: AmiAddress;
  /** Called for events, in their order. Must not throw, and must not wait. */
  onEvent: (event: AmiMessage) => void;
  /** Called when connected to a gateway that has booted: events that were missed are caught up here. */
  onUp: (session: Pick<AmiSession, 'ask' | 'list'>) => Promise<void>;
  onDown: (error: AmiError) => void;
  log: Log;
};

const SHORTEST_MS = 500;
/** Short, because agents have no phone until the gateway is followed again. */
const LONGEST_MS = 4000;
/** A wrong secret stays wrong, and gateways lock out addresses that try too often. */
const REFUSED_MS = 30_000;
/** After a connection that lasted this long, the next attempt is made soon. */
const WORKED_MS = 30_000;

/** Keeps a connection to one gateway until it is stopped, and reconnects when it breaks. */
export function createGateway({ address, onEvent, onUp, onDown, log }: GatewayListener) {
  const stop = new AbortController();
  const { signal } = stop;
  let session: AmiSession | undefined;
  let fault = new AmiError('unreachable', 'not connected yet');

  /** Connects once; resolves with the reason when the connection has ended. */
  async function once(): Promise<AmiError> {
    try {
      const own = await openAmi(address, { onEvent, signal });
      const close = () => own.close();
      signal.addEventListener('abort', close);
      await onUp(own).catch((error: unknown) => {
        // Better to connect again than to go on with half of what was missed.
        log.warn({ err: error }, 'the telephone gateway could not say what it has');
        own.close();
      });
      session = own;
      fault = await own.ended;
      signal.removeEventListener('abort', close);
    } catch (error) {
      fault = error instanceof AmiError ? error : new AmiError('unreachable', String(error));
    }
    session = undefined;
    return fault;
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const since = performance.now();
      const error = await once();
      if (signal.aborted) return;
      failures = performance.now() - since > WORKED_MS ? 1 : failures + 1;
      onDown(error);
      const pause = error.errorCode === 'refused' ? REFUSED_MS : SHORTEST_MS * 2 ** (failures - 1);
      // Random, so that several servers that lost the same gateway do not reconnect at the same moment.
      await sleep(
        Math.min(pause, pause === REFUSED_MS ? REFUSED_MS : LONGEST_MS) * (0.75 + Math.random() / 2),
        undefined,
        { signal },
      ).catch(() => undefined);
    }
  }

  const running = run();
  return {
    /** @throws AmiError if the gateway cannot be asked, or refuses */
    ask: (action: AmiAction): Promise<AmiMessage> => (session ? session.ask(action) : Promise.reject(fault)),
    list: (action: AmiAction): Promise<AmiMessage[]> =>
      session ? session.list(action) : Promise.reject(fault),
    async stop(): Promise<void> {
      stop.abort();
      await running;
    },
  };
}
