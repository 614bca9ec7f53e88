import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

export type StatementCounter = {
  /**
   * The statements that `run` sends to the database up to its last commit, or until it resolves where it commits nothing.
   * What other work sends meanwhile is not counted.
   */
  during(run: () => Promise<unknown>): Promise<string[]>;
  stop(): void;
};

type Send = (this: pg.Client, ...parts: unknown[]) => unknown;

/** Listens to every connection of this process; end it with `stop`. */
export function countStatements(): StatementCounter {
  const counting = new AsyncLocalStorage<string[]>();
  const prototype = pg.Client.prototype as unknown as { query: Send };
  const send = prototype.query;
  prototype.query = function query(...parts) {
    counting.getStore()?.push(textOf(parts[0]));
    return send.apply(this, parts);
  };
  return {
    async during(run) {
      const statements: string[] = [];
      await counting.run(statements, run);
      const committed = statements.lastIndexOf('commit');
      return statements.slice(0, committed < 0 ? undefined : committed + 1);
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
