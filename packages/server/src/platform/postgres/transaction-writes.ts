import type { Send, SentStatement } from './sent-together.ts';

/** Begins a statement of a transaction whose result is not read: it is sent together with the next one. */
export const UNREAD_HINT = '/* unread */';

type Statement = { text: string; values: readonly unknown[] };

const NOTHING: SentStatement = { command: '', rowCount: 0, rows: [] };

/** A statement failed whose error was caught: what came after it was not done either. */
class NothingCommitted extends Error {
  override message = 'Nothing was committed, because a statement of the transaction had failed.';
}

/** Work went on after its transaction had ended; on the same connection there may be another one by now. */
class TransactionEnded extends Error {
  override message = 'This transaction has ended: a statement of it was begun too late.';
}

/**
 * Runs `work` in a transaction and commits it; if it throws, the transaction is rolled back and the error thrown. `begin`, and
 * statements whose result is not read, wait for the next statement and are sent with it. If one of them fails, the next statement is
 * rejected with its error, or the commit. Statements that are begun together are sent together.
 */
export async function inTransaction<T>(sender: Send, work: (send: Send) => Promise<T>): Promise<T> {
  const send = namingCauses(sender);
  let waiting: Statement[] = [{ text: 'begin', values: [] }];
  let isBegun = false;
  let hasEnded = false;

  /** Resolves with the result of the last statement, once all are answered. @throws the first error */
  const sendWaitingWith = async (text: string, values: readonly unknown[]): Promise<SentStatement> => {
    if (waiting.length === 0) return send(text, values);
    const together = [...waiting, { text, values }];
    waiting = [];
    isBegun = true;
    const results = await Promise.allSettled(together.map((one) => send(one.text, one.values)));
    let last = NOTHING;
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
      last = result.value;
    }
    return last;
  };
  const sendOrKeep: Send = async (text, values) => {
    if (hasEnded) throw new TransactionEnded();
    if (!text.startsWith(UNREAD_HINT)) return sendWaitingWith(text, values);
    waiting.push({ text, values });
    return NOTHING;
  };

  try {
    const value = await work(sendOrKeep);
    hasEnded = true;
    // Nothing was asked for, so nothing has to be ended.
    if (!isBegun && waiting.length === 1) return value;
    const { command } = await sendWaitingWith('commit', []);
    if (command === 'ROLLBACK') throw new NothingCommitted();
    return value;
  } catch (error) {
    hasEnded = true;
    // What would be undone is not sent, and cannot hide the error that it is undone for.
    // Where the rollback fails, the connection is lost, and the transaction with it.
    if (isBegun) await send('rollback', []).catch(() => NOTHING);
    throw error;
  }
}

/** The code with which PostgreSQL refuses what comes after a statement that has failed. */
const IN_FAILED_TRANSACTION = '25P02';

/** Rejects statements that are refused because an earlier one has failed with the error of that one. */
function namingCauses(send: Send): Send {
  let cause: unknown;
  return async (text, values) => {
    try {
      return await send(text, values);
    } catch (error) {
      const isRefused = (error as { code?: unknown }).code === IN_FAILED_TRANSACTION;
      cause = isRefused ? (cause ?? error) : error;
      throw cause;
    }
  };
}
