import type { Writable } from 'node:stream';
import type pg from 'pg';

/** Begins a statement that ends a transaction: it is sent together with the commit, and its rows are not returned. */
export const WITH_COMMIT_HINT = '/* with commit */';

type Send = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;
type Sent = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

const NOTHING: Sent = { command: '', rowCount: 0, rows: [] };

/**
 * Sends the statements of one transaction: `begin` with the first statement behind it, and the last one with `commit`, because
 * a round trip and a write to the socket cost more than most statements. The connection has to be in pipeline mode. Where the
 * last statement fails, the database answers the commit with a rollback, and the commit is rejected with that error.
 */
export function transactionWriter(
  client: pg.PoolClient,
  send: Send,
): (text: string, values: readonly unknown[]) => Promise<Sent> {
  let isBeginDue = false;
  let last: { text: string; values: readonly unknown[] } | undefined;

  return async (text, values) => {
    if (text === 'begin') {
      isBeginDue = true;
      return NOTHING;
    }
    if (text.startsWith(WITH_COMMIT_HINT)) {
      last = { text, values };
      return NOTHING;
    }
    const isEnd = text === 'commit' || text === 'rollback';
    if (isEnd && isBeginDue && !(text === 'commit' && last)) {
      // Nothing was sent, so nothing has to be ended.
      isBeginDue = false;
      last = undefined;
      return NOTHING;
    }
    const together = [
      ...(isBeginDue ? [{ text: 'begin', values: [] }] : []),
      ...(text === 'commit' && last ? [last] : []),
      { text, values },
    ];
    isBeginDue = false;
    last = isEnd ? undefined : last;
    return sendTogether(client, send, together);
  };
}

/** Sends statements in one write; resolves with the result of the last, once all are answered. @throws the first error */
async function sendTogether(
  client: pg.PoolClient,
  send: Send,
  statements: readonly { text: string; values: readonly unknown[] }[],
): Promise<Sent> {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  const sent = statements.map(({ text, values }) => send(text, values));
  stream.uncork();
  const results = await Promise.allSettled(sent);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return await (sent.at(-1) as Promise<Sent>);
}
