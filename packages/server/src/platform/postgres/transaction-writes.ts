import type pg from 'pg';

/** Begins a statement of a transaction whose result is not read: it is sent together with the next one. */
export const UNREAD_HINT = '/* unread */';

type Statement = { text: string; values: readonly unknown[] };
type Sent = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;
type Send = (text: string, values: readonly unknown[]) => Promise<Sent>;

const NOTHING: Sent = { command: '', rowCount: 0, rows: [] };

/**
 * Sends the statements of one transaction. `begin`, and those whose result is not read, wait for the next statement and are sent
 * with it, because a round trip and a write to the socket cost more than most statements. If one of them fails, the next
 * statement is rejected with its error; a commit then is a rollback. The connection has to be in pipeline mode.
 */
export function transactionWriter(client: pg.PoolClient, send: Send): Send {
  let isBegun = false;
  let waiting: Statement[] = [];

  return async (text, values) => {
    if (text === 'begin' || text.startsWith(UNREAD_HINT)) {
      waiting.push({ text, values });
      return NOTHING;
    }
    const isEmpty = text === 'commit' && !isBegun && waiting.length === 1;
    // What would be undone is not sent, and cannot hide the error that it is undone for.
    if (isEmpty || text.startsWith('rollback')) waiting = [];
    // Nothing was sent, so nothing has to be ended.
    if (isEmpty || (text === 'rollback' && !isBegun)) return NOTHING;
    const together = [...waiting, { text, values }];
    waiting = [];
    isBegun = text !== 'commit' && text !== 'rollback';
    return sendTogether(client, send, together);
  };
}

/** Sends statements in one write; resolves with the result of the last, once all are answered. @throws the first error */
async function sendTogether(
  client: pg.PoolClient,
  send: Send,
  statements: readonly Statement[],
): Promise<Sent> {
  const { stream } = (client as pg.PoolClient & Pick<pg.Client, 'connection'>).connection;
  stream.cork();
  const sent = statements.map(({ text, values }) => send(text, values));
  stream.uncork();
  const results = await Promise.allSettled(sent);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return sent.at(-1) ?? NOTHING;
}
