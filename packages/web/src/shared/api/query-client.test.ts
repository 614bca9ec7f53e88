import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { queryClient } from './query-client.ts';

describe('what an event invalidates', () => {
  it('is asked for again when it was being loaded for the first time, however many events came', async () => {
    const answers: ((value: string) => void)[] = [];
    const observer = new QueryObserver(queryClient, {
      queryKey: ['exports'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    });
    const stop = observer.subscribe(() => undefined);
    void queryClient.invalidateQueries({ queryKey: ['exports'] });
    void queryClient.invalidateQueries({ queryKey: ['exports'] });
    expect(answers).toHaveLength(1);
    answers[0]?.('before the event');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.('after the event');
    await expect.poll(() => observer.getCurrentResult().data).toBe('after the event');
    expect(answers).toHaveLength(2);
    stop();
  });

  it('is asked for at once when there is an answer already, and not at all when nothing shows it', async () => {
    let asked = 0;
    const observer = new QueryObserver(queryClient, {
      queryKey: ['users'],
      queryFn: () => {
        asked += 1;
        return Promise.resolve(asked);
      },
    });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().data).toBe(1);
    await queryClient.invalidateQueries({ queryKey: ['users'] });
    expect(asked).toBe(2);
    stop();
    await queryClient.invalidateQueries({ queryKey: ['users'] });
    expect(asked).toBe(2);
  });
});

describe('the entries of the audit log beside a record', () => {
  it('follow what the user changes, and nothing that was refused', async () => {
    let asked = 0;
    const observer = new QueryObserver(queryClient, {
      queryKey: ['audit', { subject: 'customer 7' }, 5],
      queryFn: () => {
        asked += 1;
        return Promise.resolve(asked);
      },
    });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().data).toBe(1);
    const change = (mutationFn: () => Promise<void>) =>
      new MutationObserver(queryClient, { mutationFn }).mutate();
    await expect(change(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(asked).toBe(1);
    await change(() => Promise.resolve());
    await expect.poll(() => observer.getCurrentResult().data).toBe(2);
    stop();
  });
});
