import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { retryUntilSignedOut } from './retry-until-signed-out.ts';
import { toApiError } from './refusal.ts';

const failing = (...answers: (ApiError | Error | string)[]) => {
  const waits: number[] = [];
  const asked = retryUntilSignedOut(
    () => {
      const answer = answers.shift() ?? '';
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(answer);
    },
    { wait: async (ms) => void waits.push(ms) },
  );
  return { asked, waits };
};
const of = (code: ApiError['code']) => new ApiError({ code, message: code });

describe('what the session needs', () => {
  it('is asked for again until it is there, whatever was wrong', async () => {
    const { asked, waits } = failing(
      of('offline'),
      of('internal'),
      of('not_found'),
      new Error('odd'),
      'here',
    );
    expect(await asked).toBe('here');
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
  });

  it('is asked for ever more rarely, at least every half minute', async () => {
    const { asked, waits } = failing(...Array.from({ length: 8 }, () => of('internal')), 'here');
    await asked;
    expect(waits.at(-1)).toBe(30_000);
  });

  it('is not asked for where nobody is signed in', async () => {
    await expect(failing(of('not_signed_in')).asked).rejects.toThrow('not_signed_in');
    await expect(failing(of('session_ended')).asked).rejects.toThrow('session_ended');
  });

  it('is not asked for when the page has been left', async () => {
    const left = new AbortController();
    let asked = 0;
    const ask = () => {
      asked += 1;
      return Promise.reject(of('internal'));
    };
    const wait = () => Promise.resolve(left.abort(new Error('left')));
    await expect(retryUntilSignedOut(ask, { signal: left.signal, wait })).rejects.toThrow('left');
    expect(asked).toBe(1);
  });
});

describe('an answer that is not OK', () => {
  it('is told in the server’s words, else by the status text, else by the status', () => {
    const said = { code: 'conflict', message: 'Somebody was faster' };
    expect(toApiError({ status: 409, statusText: 'Conflict' }, said).message).toBe('Somebody was faster');
    expect(toApiError({ status: 502, statusText: 'Bad Gateway' }, null).message).toBe('Bad Gateway');
    expect(toApiError({ status: 502, statusText: '' }, null).message).toBe('The server answered 502.');
  });
});
