import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log';
import { ProviderError } from '../providers/provider.ts';
import { lostLine } from './faults.ts';
import type { Pdu } from './library.ts';
import type { Asker, SmppSession } from './session-service.ts';

/** One line to an operator's message centre, which is kept until it is stopped. */
export type Line = {
  /** Throws what keeps the line from working where it does not. */
  ask(command: string, fields: Record<string, unknown>): Promise<Pdu>;
  stop(): Promise<void>;
};

type Follow = {
  /** Opens a connection and signs in. */
  open: (asked: Asked, stopping: AbortSignal) => Promise<SmppSession>;
  /** Stores what was brought; gives what to name in `heard`. */
  take: (pdu: Pdu) => Promise<number | undefined>;
  /** They have heard that we have these. */
  heard: (ids: readonly number[]) => Promise<void>;
  /** Told when it works, and with the error when it does not. */
  tell: (error: ProviderError | null) => Promise<void>;
  /** How long to wait before the next attempt, after so many failures in a row. */
  pauseMs: (failures: number, error: ProviderError) => number;
  clock: Clock;
  log: Log;
};
type Asked = (pdu: Pdu, from: Asker) => void;

/** So often we ask whether somebody is still there, who has so long to say so. */
const ENQUIRE_MS = 30_000;
const ALIVE_MS = 10_000;
/** So soon after something was taken we ask, to know that they heard that we have it. */
const CONFIRM_MS = 500;
/** A line that lasted so long has worked. */
const WORKED_MS = 30_000;
/** So much waits to be stored before we let them wait. */
const MOST_WAITING = 100;
/** Take it back and bring it again later (SMPP 3.4, 5.1.3). */
const ESME_RX_T_APPN = 0x64;
const ESME_RINVCMDID = 0x03;

/** Keeps one line until it is stopped: signs in, takes what is brought in its order, and connects anew. */
export function createLine({ open, take, heard, tell, pauseMs, clock, log }: Follow): Line {
  const stop = new AbortController();
  const { signal: stopping } = stop;
  let session: SmppSession | undefined;
  let fault: ProviderError = lostLine('');
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

  const asked: Asked = (pdu, from) => {
    if (pdu.command === 'enquire_link' || pdu.command === 'unbind') return from.answer(pdu);
    if (pdu.command === 'deliver_sm') return bring(pdu, from);
    if (pdu.command === 'data_sm' || pdu.command === 'unknown') from.answer(pdu, ESME_RINVCMDID);
  };

  /** One after the other: what somebody writes stays in its order. */
  function bring(pdu: Pdu, from: Asker): void {
    waiting += 1;
    if (waiting >= MOST_WAITING) from.pause();
    ingest = ingest.then(async () => {
      await store(pdu, from);
      waiting -= 1;
      if (waiting === 0) from.resume();
    });
  }

  async function store(pdu: Pdu, from: Asker): Promise<void> {
    try {
      const id = await take(pdu);
      from.answer(pdu);
      if (id === undefined) return;
      taken.push(id);
      // The first since we asked; one question stands for all that come until then.
      if (taken.length === 1) wake();
    } catch (error) {
      // Not taken: they bring it again.
      log.warn({ err: error }, 'what an operator brought could not be stored');
      from.answer(pdu, ESME_RX_T_APPN);
    }
  }

  /** What answers to a question has heard all that was said before it. */
  async function enquire(own: SmppSession): Promise<void> {
    const told = taken;
    taken = [];
    await own.ask('enquire_link', {}, ALIVE_MS);
    // After what they brought before they answered: a repetition among that is still one of what was told.
    const noted = ingest.then(() => heard(told));
    ingest = noted.catch(() => undefined);
    await noted;
  }

  async function keep(own: SmppSession): Promise<ProviderError> {
    let isOver: ProviderError | undefined;
    void own.ended.then((error) => {
      isOver = error;
      wake();
    });
    while (!isOver && !stopping.aborted) {
      await rest(taken.length > 0 ? CONFIRM_MS : ENQUIRE_MS);
      if (isOver || stopping.aborted) break;
      // Woken by what was taken: a moment more, so that one question stands for many.
      if (taken.length > 0) await rest(CONFIRM_MS);
      if (!isOver && !stopping.aborted) await enquire(own).catch(() => own.end('no answer to enquire_link'));
    }
    return isOver ?? lostLine('closed');
  }

  async function once(): Promise<ProviderError> {
    taken = [];
    try {
      const own = await open(asked, stopping);
      session = own;
      await tell(null);
      const cause = await keep(own);
      session = undefined;
      await ingest;
      if (stopping.aborted) await own.close();
      return cause;
    } catch (error) {
      return error instanceof ProviderError ? error : lostLine((error as Error).message);
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
      await tell(fault);
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
