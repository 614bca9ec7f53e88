import { QueryObserver } from '@tanstack/react-query';
import type { CurrentUser } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Router } from './sign-out.ts';

// Files share modules: one that was loaded before would keep the real connection.
vi.hoisted(() => vi.resetModules());
vi.mock(
  '#shared/api/feed/connection.ts',
  async () => (await import('#shared/api/testing/line.ts')).testConnection,
);

// Data that is loaded before the socket has connected may be outdated by then, and no event will say so.

type ActivityFields = Pick<CurrentUser, 'id' | 'user_activity_id' | 'activity_since'>;
const OFFLINE: ActivityFields = { id: 4, user_activity_id: 1, activity_since: '2026-11-25T08:00:00.000Z' };
const READY: ActivityFields = { id: 4, user_activity_id: 6, activity_since: '2026-11-25T08:05:00.000Z' };
const agent = {
  fullname: 'Dewi Lestari',
  user_level_id: 4,
  department_ids: [1],
  break_reason_id: null,
  activity_cause: null,
  activity_ends_at: null,
};

/** Loads the modules anew, because a page has its first connection only once. */
async function openPage() {
  vi.resetModules();
  const line = await import('#shared/api/testing/line.ts');
  vi.doMock('#shared/api/feed/connection.ts', () => line.testConnection);
  const [{ queryClient }, session, { followServer }] = await Promise.all([
    import('#shared/api/query-client.ts'),
    import('#shared/api/session.ts'),
    import('./realtime.ts'),
  ]);
  return { queryClient, session, line, end: followServer({} as Router) };
}

let asked: ((data: unknown) => void)[] = [];
let page: Awaited<ReturnType<typeof openPage>>;
let hide: () => void;
beforeEach(async () => {
  asked = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        asked.push((data) => resolve(Response.json({ data, extension: '' })));
      }),
  );
  page = await openPage();
});
afterEach(() => {
  hide();
  page.end();
  page.queryClient.clear();
  vi.unstubAllGlobals();
});

/** Shows a query that is answered with `data`, then connects the socket. Returns the function that answers the query once more. */
async function loaded(name: 'userQuery' | 'configQuery', data: unknown) {
  const { queryClient, session, line } = page;
  const query = session[name];
  hide = new QueryObserver<unknown>(queryClient, query as never).subscribe(() => undefined);
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.(data);
  await expect.poll(() => queryClient.getQueryData(query.queryKey)).toBeDefined();
  line.connectSocket();
  await expect.poll(() => asked.length).toBe(2);
  return asked[1];
}
const shown = () => page.queryClient.getQueryData(page.session.userQuery.queryKey)?.data.user_activity_id;

it('one’s own activity is asked for anew when the line stands', async () => {
  const answer = await loaded('userQuery', OFFLINE);
  answer?.(READY);
  await expect.poll(shown).toBe(6);
});

it('an answer that one’s own activity has overtaken does not put it back', async () => {
  const answer = await loaded('userQuery', OFFLINE);
  page.line.sendEvent('user-activity-changed', { ...agent, ...READY }, 2);
  await expect.poll(shown).toBe(6);
  answer?.(OFFLINE);
  await expect.poll(() => page.queryClient.isFetching()).toBe(0);
  expect(shown()).toBe(6);
});

it('so is whatever else an event would have changed', async () => {
  const answer = await loaded('configQuery', { offer_seconds: 30 });
  answer?.({ offer_seconds: 45 });
  const key = page.session.configQuery.queryKey;
  await expect.poll(() => page.queryClient.getQueryData(key)?.offer_seconds).toBe(45);
});

describe('when one’s rights have changed', () => {
  const level = (id: number, codes: string) => ({
    id,
    name: 'Agent',
    modules: [{ module_code: 'TICKETS', module_activity_code: codes, is_active: 1 }],
  });
  const codes = (id: number) =>
    page.queryClient.getQueryData(page.session.levelQuery(id).queryKey)?.modules[0]?.module_activity_code;

  it('the level is fetched before the user it belongs to, and what is watched is asked for anew', async () => {
    const answer = await loaded('userQuery', OFFLINE);
    answer?.(OFFLINE);
    const before = page.line.sentRequests.filter((name) => name === 'resume').length;
    page.line.sendEvent('rights-changed', {}, 2);
    await expect.poll(() => asked.length).toBe(3);
    asked[2]?.({ ...READY, user_level_id: 9 });
    await expect.poll(() => asked.length).toBe(4);
    expect(page.queryClient.getQueryData(page.session.userQuery.queryKey)?.data.user_level_id).not.toBe(9);
    asked[3]?.(level(9, 'VIEW'));
    await expect.poll(() => codes(9)).toBe('VIEW');
    await expect
      .poll(() => page.queryClient.getQueryData(page.session.userQuery.queryKey)?.data.user_level_id)
      .toBe(9);
    await expect
      .poll(() => page.line.sentRequests.filter((name) => name === 'resume').length)
      .toBe(before + 1);
  });

  it('what is refused from then on is no longer shown', async () => {
    hide = () => undefined;
    const { queryClient } = page;
    let isRefused = false;
    const { ApiError } = await import('#shared/api/api-error.ts');
    const query = {
      queryKey: ['customers', 'list'],
      queryFn: () =>
        isRefused
          ? Promise.reject(new ApiError({ code: 'forbidden', message: '' }))
          : Promise.resolve(['Rina']),
    };
    const observer = new QueryObserver(queryClient, query);
    hide = observer.subscribe(() => undefined);
    await expect.poll(() => queryClient.getQueryData(query.queryKey)).toEqual(['Rina']);
    page.line.connectSocket();
    isRefused = true;
    page.line.sendEvent('rights-changed', {}, 2);
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.({ ...READY, user_level_id: 9 });
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.(level(9, 'VIEW'));
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
    await expect.poll(() => queryClient.getQueryData(query.queryKey)).toBeUndefined();
  });
});
