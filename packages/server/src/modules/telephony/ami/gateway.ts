import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log';
import { AmiError } from './errors.ts';
import type { AmiAction, AmiMessage } from './message.ts';
import { openAmi, type AmiAddress, type AmiSession } from './session.ts';

type Follow = {
  address: AmiAddress;
  /** What happens, in the order in which it is told. Must not throw, and must not wait. */
  onEvent: (event: AmiMessage) => void;
  /** The connection stands and the gateway has booted: what was missed is asked for here. */
  onUp: (session: Pick<AmiSession, 'ask' | 'list'>) => Promise<void>;
  onDown: (error: AmiError) => void;
  log: Log;
};

const SHORTEST_MS = 500;
const LONGEST_MS = 15_000;
/** A wrong secret does not become right by itself, and gateways lock out who tries too often. */
const REFUSED_MS = 30_000;
/** A connection that lasted so long has worked. */
const WORKED_MS = 30_000;

/** Keeps a connection to one gateway until it is stopped, and connects anew when it breaks. */
export function createGateway({ address, onEvent, onUp, onDown, log }: Follow) {
  const stop = new AbortController();
  const { signal } = stop;
  let session: AmiSession | undefined;
  let fault = new AmiError('unreachable', 'not connected yet');

  /** Gives why it is over. */
  async function once(): Promise<AmiError> {
    try {
      const own = await openAmi(address, { onEvent, signal });
      const close = () => own.close();
      signal.addEventListener('abort', close);
      await onUp(own).catch((error: unknown) => {
        // Half of what was missed is worse than another attempt.
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
      // Several servers that lost the same gateway do not come back all at once.
      await sleep(
        Math.min(pause, pause === REFUSED_MS ? REFUSED_MS : LONGEST_MS) * (0.75 + Math.random() / 2),
        undefined,
        { signal },
      ).catch(() => undefined);
    }
  }

  const running = run();
  return {
    /** @throws AmiError with what keeps the gateway from being asked, or with its refusal */
    ask: (action: AmiAction): Promise<AmiMessage> => (session ? session.ask(action) : Promise.reject(fault)),
    list: (action: AmiAction): Promise<AmiMessage[]> =>
      session ? session.list(action) : Promise.reject(fault),
    async stop(): Promise<void> {
      stop.abort();
      await running;
    },
  };
}
