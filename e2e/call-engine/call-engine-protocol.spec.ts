import { readFileSync } from 'node:fs';
import { type Browser, type Page } from 'playwright/test';
import { join } from '../support/calls/callers.ts';
import { endCalls, openCaller, startCall, type RoomTicket } from '../support/calls/calls.ts';
import { prepareReplay, type RecordedUse, type Result } from '../support/replay.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

const RECORDED = new URL('../fixtures/call-library-joined.json', import.meta.url);
const { cases: CASES } = JSON.parse(readFileSync(RECORDED, 'utf8')) as { cases: RecordedUse[] };

/** Expected results that differ from the recording, because the cases were recorded without a room. */
const REAL_VALUES: Record<string, unknown> = {
  'sweep.callObject-joined.participants': { local: { local: true, user_name: 'Joko Susilo' } },
  'sweep.callObject-joined.participantCounts': { present: 1, hidden: 0 },
  'sweep.callObject-joined.room': { config: { max_participants: 8 }, tokenConfig: { is_owner: false } },
  'sweep.callObject-joined.meetingSessionSummary': { id: expect.any(String) },
  'joined.meetingSessionState.default': { data: {}, topology: 'sfu' },
  'joined.accessState.default': { access: { level: 'full' } },
};
const ENDS = new Set(['destroy', 'leave', 'Daily.createCallObject']);

let browser: Browser;
let page: Page;
let place: RoomTicket;

test.beforeAll(async ({ server }) => {
  browser = await launchFirstTimeCallers();
  const call = await startCall(server.url);
  place = call.customer;
});
test.afterAll(async () => {
  await endCalls(browser);
  await browser.close();
});

/** Opens a joined instance in the state of the recorded cases: no camera, no microphone. */
async function fresh(options: Record<string, unknown>): Promise<void> {
  await page?.context().close();
  page = await openCaller(browser, place, options);
  await page.evaluate(prepareReplay);
  await join(page, place, { audioSource: false, videoSource: false });
  await expect
    .poll(() => page.evaluate(() => window.trial.call.meetingSessionSummary()))
    .toHaveProperty('id');
}

/** Cases that only read go first, because those after them change the state. */
const rank = (each: RecordedUse) => Number(!('value' in each) || each.script !== undefined);
const inOrder = CASES.toSorted((a, b) => rank(a) - rank(b));

function check(each: RecordedUse, got: Result): void {
  const real = REAL_VALUES[each.id];
  // Requests that nobody answered in the recording must be answered here; how does not matter.
  if (each.outcome === 'pending') expect.soft(got.outcome, each.id).toMatch(/^(resolves|rejects)$/);
  else
    expect.soft({ outcome: got.outcome, kind: got.kind }, each.id).toEqual({
      outcome: each.outcome,
      kind: each.kind,
    });
  if (each.message !== undefined && !each.incidental) expect.soft(got.message, each.id).toEqual(each.message);
  if (real !== undefined) expect.soft(got.value, each.id).toMatchObject(real as Record<string, unknown>);
  else if ('value' in each) expect.soft(got.value, each.id).toEqual(each.value);
  const wanted = (each.sent ?? []).map(({ action }) => action).filter((action) => action !== 'transmit-log');
  // Cases in REAL_VALUES may send other requests than the recording, because this room answers.
  if (!(each.id in REAL_VALUES)) expect.soft(got.sent, each.id).toEqual(wanted);
  expect.soft(got.state, each.id).toBe(each.state);
}

test('the recorded behaviour in a meeting is the behaviour with the real engine', async () => {
  test.setTimeout(300_000);
  expect(CASES.length).toBeGreaterThan(100);
  let options: string | undefined;
  for (const each of inOrder) {
    const wanted = JSON.stringify(each.options ?? {});
    if (options !== wanted) await fresh(each.options ?? {});
    options = ENDS.has(each.call) ? undefined : wanted;
    const { script, ...plain } = each;
    const got = (await page.evaluate(
      `window.replay(${JSON.stringify(plain)}, ${script ?? 'undefined'})`,
    )) as Result;
    check(each, got);
  }
});
