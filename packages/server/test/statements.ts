import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

export type StatementCounter = {
  /**
   * The statements that `run` sends to the database up to its last commit, or until it resolves where it commits nothing, and the
   * number of writes to the database's socket that they come to. What other work sends meanwhile is not counted.
   */
  during(run: () => Promise<unknown>): Promise<{ statements: string[]; writes: number }>;
  stop(): void;
};

type Sent = { text: string; write: object };
type Send = (this: pg.Client, ...parts: unknown[]) => unknown;

/** Listens to every connection of this process; end it with `stop`. */
export function countStatements(): StatementCounter {
  const counting = new AsyncLocalStorage<Sent[]>();
  /** Statements that are sent together by one connection are one write. */
  let write: { by: pg.Client } | undefined;
  const prototype = pg.Client.prototype as unknown as { query: Send };
  const send = prototype.query;
  prototype.query = function query(...parts) {
    if (write?.by !== this) {
      write = { by: this };
      process.nextTick(() => (write = undefined));
    }
    counting.getStore()?.push({ text: textOf(parts[0]), write });
    return send.apply(this, parts);
  };
  return {
    async during(run) {
      const all: Sent[] = [];
      await counting.run(all, run);
      const committed = all.findLastIndex(({ text }) => text === 'commit');
      const sent = all.slice(0, committed < 0 ? undefined : committed + 1);
      return { statements: sent.map(({ text }) => text), writes: new Set(sent.map((one) => one.write)).size };
    },
    stop: () => {
      prototype.query = send;
    },
  };
}

/** The text of a statement, which is sent alone or with its values. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const isConfig = typeof query === 'object' && query !== null && 'text' in query;
  return isConfig && typeof query.text === 'string' ? query.text : '';
}
