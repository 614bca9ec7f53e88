import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log';
import { ProviderError } from '../providers/provider.ts';
import { lostConnectionError } from './faults.ts';
import type { Pdu } from './library.ts';
import type { PduResponder, SmppSession } from './session-service.ts';

/** One line to an operator's message centre, kept connected until it is stopped. */
export type SmppConnection = {
  /** Throws the current error where the line does not work. */
  ask(command: string, fields: Record<string, unknown>): Promise<Pdu>;
  stop(): Promise<void>;
};

type LineListener = {
  /** Connects and binds. */
  open: (onRequest: RequestListener, stopping: AbortSignal) => Promise<SmppSession>;
  /** Stores a delivery and returns the id for `heard`. */
  storeDelivery: (pdu: Pdu) => Promise<number | undefined>;
  /** The operator has received our response for these. */
  noteResponseReceived: (ids: readonly number[]) => Promise<void>;
  /** Called without an error when the line is up, and with the error when it is not. */
  setHealth: (error: ProviderError | null) => Promise<void>;
  /** The pause before the next attempt, by the number of failures in a row. */
  pauseMs: (failures: number, error: ProviderError) => number;
  clock: Clock;
  log: Log;
};
type RequestListener = (pdu: Pdu, from: PduResponder) => void;

/** Interval of `enquire_link`, and how long its response may take. */
const ENQUIRE_MS = 30_000;
const ALIVE_MS = 10_000;
/** Delay of `enquire_link` after a delivery: its response proves that the operator received ours. */
const CONFIRM_MS = 500;
/** A line that was up for this time counts as a success, which resets the pause. */
const WORKED_MS = 30_000;
/** Deliveries that may wait to be stored before reading is paused. */
const MOST_WAITING = 100;
/** ESME_RX_T_APPN: the operator retries later (SMPP 3.4, 5.1.3). */
const ESME_RX_T_APPN = 0x64;
const ESME_RINVCMDID = 0x03;

/** Keeps one line connected until it is stopped: binds, stores deliveries in order, and reconnects. */
export function createSmppConnection({
  open,
  storeDelivery,
  noteResponseReceived: heard,
  setHealth,
  pauseMs,
  clock,
  log,
}: LineListener): SmppConnection {
  const stop = new AbortController();
  const { signal: stopping } = stop;
  let session: SmppSession | undefined;
  let fault: ProviderError = lostConnectionError('');
  let ingest: Promise<void> = Promise.resolve();
  let waiting = 0;
  let taken: number[] = [];
  let wake: () => void = () => undefined;

  async function rest(ms: number): Promise<void> {
    if (stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(ms, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  }

  const onRequest: RequestListener = (pdu, from) => {
    if (pdu.command === 'enquire_link' || pdu.command === 'unbind') return from.answer(pdu);
    if (pdu.command === 'deliver_sm') return ingestPdu(pdu, from);
    if (pdu.command === 'data_sm' || pdu.command === 'unknown') from.answer(pdu, ESME_RINVCMDID);
  };

  /** One after the other, so that messages of a customer stay in order. */
  function ingestPdu(pdu: Pdu, from: PduResponder): void {
    waiting += 1;
    if (waiting >= MOST_WAITING) from.pause();
    ingest = ingest.then(async () => {
      await store(pdu, from);
      waiting -= 1;
      if (waiting === 0) from.resume();
    });
  }

  async function store(pdu: Pdu, from: PduResponder): Promise<void> {
    try {
      const id = await storeDelivery(pdu);
      from.answer(pdu);
      if (id === undefined) return;
      taken.push(id);
      // The first delivery since the last `enquire_link`: one request confirms all that arrive until its response.
      if (taken.length === 1) wake();
    } catch (error) {
      // Not stored: the operator delivers it again.
      log.warn({ err: error }, 'what an operator brought could not be stored');
      from.answer(pdu, ESME_RX_T_APPN);
    }
  }

  /** A response to `enquire_link` proves that the operator received everything sent before it. */
  async function enquire(own: SmppSession): Promise<void> {
    const told = taken;
    taken = [];
    await own.ask('enquire_link', {}, ALIVE_MS);
    // After the deliveries that came before the response: a repetition among them still belongs to the earlier delivery.
    const noted = ingest.then(() => heard(told));
    ingest = noted.catch(() => undefined);
    await noted;
  }

  async function runUntilEnded(own: SmppSession): Promise<ProviderError> {
    let isOver: ProviderError | undefined;
    void own.ended.then((error) => {
      isOver = error;
      wake();
    });
    while (!isOver && !stopping.aborted) {
      await rest(taken.length > 0 ? CONFIRM_MS : ENQUIRE_MS);
      if (isOver || stopping.aborted) break;
      // Woken by a delivery: waits a moment, so that one request confirms many.
      if (taken.length > 0) await rest(CONFIRM_MS);
      if (!isOver && !stopping.aborted) await enquire(own).catch(() => own.end('no answer to enquire_link'));
    }
    return isOver ?? lostConnectionError('closed');
  }

  async function once(): Promise<ProviderError> {
    taken = [];
    try {
      const own = await open(onRequest, stopping);
      session = own;
      await setHealth(null);
      const cause = await runUntilEnded(own);
      session = undefined;
      await ingest;
      if (stopping.aborted) await own.close();
      return cause;
    } catch (error) {
      return error instanceof ProviderError ? error : lostConnectionError((error as Error).message);
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.aborted) {
      const since = performance.now();
      fault = await once();
      if (stopping.aborted) return;
      failures = performance.now() - since > WORKED_MS ? 1 : failures + 1;
      log.debug({ err: fault }, 'a line to an operator is not there for a moment');
      await setHealth(fault);
      await rest(pauseMs(failures, fault));
    }
  }

  const running = run();
  return {
    ask(command, fields) {
      if (session) return session.ask(command, fields);
      throw new ProviderError(fault.errorCode, fault.providerMessage, { isRetryable: true });
    },
    async stop() {
      stop.abort();
      wake();
      await running;
    },
  };
}
