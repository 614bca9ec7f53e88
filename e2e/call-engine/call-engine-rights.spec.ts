import { type Browser } from 'playwright/test';
import { callApi, signInOnce } from '../support/api.ts';
import {
  decodedFrames,
  waitForEvent,
  eventsNamed,
  join,
  loudness,
  remoteState,
  startJoinedCall,
} from '../support/calls/callers.ts';
import { endCalls, openCaller } from '../support/calls/calls.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import { launchFirstTimeCallers } from '../support/calls/first-visit.ts';
import { expect, test } from '../support/test.ts';

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchFirstTimeCallers();
});
test.afterEach(() => endCalls(browser));
test.afterAll(() => browser.close());

test('messages, names, data and permissions reach the other side @full', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url, { userData: { order: 7 } });
  await waitForEvent(customer.page, 'participant-joined');
  await customer.page.evaluate(() => window.trial.call.sendAppMessage({ hello: 'agent' }, '*'));
  const message = await waitForEvent(agent.page, 'app-message');
  const customerId = await customer.page.evaluate(() => window.trial.call.participants().local.session_id);
  expect(message).toMatchObject({ data: { hello: 'agent' }, fromId: customerId });
  await agent.page.evaluate((id) => window.trial.call.sendAppMessage('for you', id), customerId);
  expect(await waitForEvent(customer.page, 'app-message')).toMatchObject({ data: 'for you' });
  expect(
    await customer.page.evaluate(() => {
      try {
        window.trial.call.sendAppMessage('x'.repeat(4095));
        return 'sent';
      } catch (error) {
        return (error as Error).message;
      }
    }),
  ).toBe('Message data too large. Max size is 4096');

  const customerSeen = () =>
    agent.page.evaluate((id) => {
      const { user_name: name, userData, permissions } = window.trial.call.participants()[id]!;
      return {
        name,
        userData,
        canSend: permissions.canSend instanceof Set ? [...permissions.canSend] : permissions.canSend,
      };
    }, customerId);
  await expect.poll(customerSeen).toEqual({ name: 'Joko Susilo', userData: { order: 7 }, canSend: true });
  await customer.page.evaluate(async () => {
    await window.trial.call.setUserName('Joko S.');
    await window.trial.call.setUserData({ order: 8 });
  });
  await expect.poll(customerSeen).toEqual({ name: 'Joko S.', userData: { order: 8 }, canSend: true });

  await agent.page.evaluate(() => window.trial.call.setMeetingSessionData({ form: 1 }));
  await agent.page.evaluate(() => window.trial.call.setMeetingSessionData({ step: 2 }, 'shallow-merge'));
  const shared = () => customer.page.evaluate(() => window.trial.call.meetingSessionState());
  await expect.poll(shared).toEqual({ data: { form: 1, step: 2 }, topology: 'sfu' });

  await agent.page.evaluate(
    (id) => window.trial.call.updateParticipant(id, { updatePermissions: { canSend: ['audio'] } }),
    customerId,
  );
  await expect.poll(customerSeen).toEqual({ name: 'Joko S.', userData: { order: 8 }, canSend: ['audio'] });
  await expect.poll(() => remoteState(agent.page, 'video')).toBe('off');
  expect(
    await customer.page.evaluate(() => window.trial.call.participants().local.tracks.video),
  ).toMatchObject({
    state: 'off',
    off: { byCanSendPermission: true },
  });
  await expect.poll(() => remoteState(agent.page, 'audio')).toBe('playable');

  // Joining again does not restore the permission.
  await customer.page.evaluate(() => window.trial.call.leave());
  await join(customer.page, customer.place);
  await expect.poll(() => remoteState(agent.page, 'audio'), { timeout: 20_000 }).toBe('playable');
  expect(await remoteState(agent.page, 'video')).toBe('off');
  await expect
    .poll(() => customer.page.evaluate(() => window.trial.call.participants().local.tracks.video.off))
    .toEqual({ byCanSendPermission: true });
});

test('the owner decides who gets whose video, and the server enforces it @full', async ({ server }) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  await expect.poll(() => remoteState(customer.page, 'video'), { timeout: 20_000 }).toBe('playable');
  const ids = () =>
    agent.page.evaluate(() => {
      const { local, ...others } = window.trial.call.participants();
      return { agent: local.session_id, customer: Object.values(others)[0]!.session_id };
    });
  const allow = async (video: boolean) =>
    agent.page.evaluate(
      ({ ids, video }) =>
        window.trial.call.updateParticipant(ids.customer, {
          updatePermissions: { canReceive: { byParticipantId: { [ids.agent]: { video } } } },
        }),
      { ids: await ids(), video },
    );
  await allow(false);
  await expect.poll(() => remoteState(customer.page, 'video')).toBe('sendable');
  expect(await remoteState(customer.page, 'audio')).toBe('playable');
  await allow(true);
  await expect.poll(() => remoteState(customer.page, 'video'), { timeout: 20_000 }).toBe('playable');
  const seen = await decodedFrames(customer.page);
  await expect.poll(() => decodedFrames(customer.page), { timeout: 20_000 }).toBeGreaterThan(seen + 5);
});

test('a participant who may not send or receive for a while is heard and seen again afterwards, every time @full', async ({
  server,
}) => {
  const { customer, agent } = await startJoinedCall(browser, server.url);
  const pages = [customer.page, agent.page];
  const permit = (isAllowed: boolean) =>
    agent.page.evaluate((isAllowed) => {
      const { call } = window.trial;
      const other = Object.values(call.participants()).find(({ local }) => !local);
      call.updateParticipant(other?.session_id ?? '', {
        updatePermissions: { canSend: isAllowed, canReceive: { base: isAllowed } },
      });
    }, isAllowed);
  for (const page of pages) await expect.poll(() => remoteState(page, 'video')).toBe('playable');
  for (let round = 0; round < 2; round += 1) {
    await permit(false);
    for (const page of pages) await expect.poll(() => remoteState(page, 'audio')).not.toBe('playable');
    expect(await remoteState(agent.page, 'video')).toBe('off');
    await permit(true);
    for (const page of pages) {
      await expect.poll(() => remoteState(page, 'audio')).toBe('playable');
      await expect.poll(() => loudness(page), { timeout: 20_000 }).toBeGreaterThan(0.02);
      await expect.poll(() => decodedFrames(page), { timeout: 20_000 }).toBeGreaterThan(3);
    }
  }
});

test('a participant on hold reaches nobody and is reached by nobody, by messages or data, until the hold ends @full', async ({
  server,
}) => {
  const { customer, agent, id } = await startJoinedCall(browser, server.url);
  const { token } = await signInOnce(server.url, 'agent1', DEMO_PASSWORD);
  const hold = async (is_held: boolean) =>
    expect(
      (await callApi(server.url, 'POST', `/api/calls/${id}/hold`, { token, body: { is_held } })).status,
    ).toBe(200);
  const sendAppMessage = (text: string) =>
    customer.page.evaluate((text) => void window.trial.call.sendAppMessage({ text }, '*'), text);
  const receivedMessages = async () => (await eventsNamed(agent.page, 'app-message')).map(({ data }) => data);
  const seen = () =>
    agent.page.evaluate(() => {
      const { call } = window.trial;
      const other = Object.values(call.participants()).find(({ local }) => !local);
      return { name: other?.user_name, said: other?.userData, shared: call.meetingSessionState().data };
    });
  await waitForEvent(customer.page, 'participant-joined');
  await sendAppMessage('before');
  await expect.poll(receivedMessages).toEqual([{ text: 'before' }]);
  const before = await seen();

  await hold(true);
  const isHeld = () =>
    customer.page.evaluate(() => !window.trial.call.participants().local.permissions.canReceive.base);
  await expect.poll(isHeld).toBe(true);
  await sendAppMessage('on hold');
  // Messages between the agents must not reach the customer either.
  await agent.page.evaluate(() => void window.trial.call.sendAppMessage({ text: 'among us' }, '*'));
  // The library does not report the refusal of the first two.
  await customer.page.evaluate(async () => {
    const { call } = window.trial;
    await Promise.allSettled([call.setUserData({ leak: true }), call.setUserName('Help me')]);
    call.setMeetingSessionData({ leak: true });
  });
  await waitForEvent(customer.page, 'nonfatal-error');
  // Both are still in the call, as both sides see it.
  for (const page of [customer.page, agent.page])
    expect(await page.evaluate(() => Object.keys(window.trial.call.participants()).length)).toBe(2);

  await hold(false);
  await expect.poll(isHeld).toBe(false);
  await sendAppMessage('after');
  // Messages arrive in order, so one sent during the hold would be between these two.
  await expect.poll(receivedMessages).toEqual([{ text: 'before' }, { text: 'after' }]);
  await agent.page.evaluate(() => void window.trial.call.sendAppMessage({ text: 'to you' }, '*'));
  expect(await waitForEvent(customer.page, 'app-message')).toMatchObject({ data: { text: 'to you' } });
  expect(await seen()).toEqual(before);
  await customer.page.evaluate(() => window.trial.call.setUserData({ order: 9 }));
  await expect.poll(async () => (await seen()).said).toEqual({ order: 9 });
});

test('a participant who was removed, comes too late or has a foreign token is told why @full', async ({
  server,
}) => {
  const { customer, agent, room, hangUp } = await startJoinedCall(browser, server.url);
  await waitForEvent(agent.page, 'joined-meeting');
  const forged = await openCaller(browser, agent.place);
  const failure = (page: typeof forged, place: { url: string; token: string }) =>
    page.evaluate(
      (o) =>
        window.trial.call.join(o).then(
          () => undefined,
          (error: { error: unknown }) => error.error,
        ),
      place,
    );
  const token = `${customer.place.token.slice(0, -4)}AAAA`;
  expect(await failure(forged, { ...customer.place, token })).toEqual({
    type: 'not-allowed',
    msg: 'This token is not valid for this room.',
  });
  expect(await forged.evaluate(() => window.trial.call.meetingState())).toBe('error');

  const customerId = await agent.page.evaluate(() => {
    const other = Object.values(window.trial.call.participants()).find(({ local }) => !local)!;
    window.trial.call.updateParticipant(other.session_id, { eject: true });
    return other.user_id;
  });
  expect(await waitForEvent(customer.page, 'error')).toMatchObject({ error: { type: 'ejected' } });
  await waitForEvent(agent.page, 'participant-left');

  // A removed participant cannot join again until the owner undoes it.
  expect(await failure(customer.page, customer.place)).toEqual({
    type: 'ejected',
    msg: 'You have been removed from this meeting',
  });
  const restored = await callApi(server.url, 'POST', `/api/rooms/${room}/participants/${customerId}`, {
    body: { token: agent.place.token, action: 'restore' },
  });
  expect(restored.status).toBe(200);
  // The same instance joins again without loading anything.
  await join(customer.page, customer.place);
  expect(await customer.page.evaluate(() => window.trial.call.meetingState())).toBe('joined-meeting');
  await expect.poll(() => remoteState(customer.page, 'video'), { timeout: 20_000 }).toBe('playable');

  await hangUp();
  const late = await openCaller(browser, customer.place);
  expect(await failure(late, customer.place)).toMatchObject({ msg: 'Meeting has ended' });
});
