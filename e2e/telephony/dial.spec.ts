import type { Person } from '@trunkline/contract';
import { hasAsterisk, startAsterisk, startPhone } from '../../packages/server/test/telephony/asterisk.ts';
import { goReady, openAs } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.skip(!hasAsterisk, 'No Asterisk can be had here: nobody could be called');

// A server of its own, because its gateway and extensions would affect other journeys.
test.use({ ground: 'dial' });

const OWN = '2001';
const THEIRS = '+6281299887766';
const PATIENT = { timeout: 20_000 };

test('somebody calls a customer from their page: their own phone rings, then the customer’s @full', async ({
  browser,
  server,
}) => {
  const gateway = await startAsterisk();
  const admin = await openAs(browser, server.url, 'admin');
  const { data: people } = (await (await admin.request.get('/api/users')).json()) as { data: Person[] };
  const person = people.find(({ username }) => username === 'agent1');
  const given = { version: person?.version, extension: OWN };
  expect((await admin.request.patch(`/api/users/${person?.id}`, { data: given })).ok()).toBe(true);
  const { data: reference } = (await (await admin.request.get('/api/reference')).json()) as {
    data: { departments: { id: number }[] };
  };
  const { host, port, isTls, username, secret } = gateway.ami;
  const connected = await admin.request.post('/api/phone/gateways', {
    data: {
      name: 'Outgoing',
      department_id: reference.departments[0]?.id,
      is_active: true,
      host,
      port,
      is_tls: isTls,
      username,
      secret,
      after_call_seconds: 0,
    },
  });
  expect(connected.ok()).toBe(true);

  const agent = await openAs(browser, server.url, 'agent1');
  await goReady(agent);
  const made = await agent.request.post('/api/customers', {
    data: { name: 'Sari Telepon', identities: [{ kind: 'phone', value: THEIRS }] },
  });
  const { data: customer } = (await made.json()) as { data: { id: number } };
  await agent.goto(`/customers?id=${customer.id}`);
  const button = agent.getByRole('button', { name: `Call ${THEIRS}` });
  const says = (words: string) => agent.getByRole('status').filter({ hasText: words });

  // The agent's phone is not registered yet.
  await button.click();
  await expect(says('Your phone is off or not connected')).toBeVisible(PATIENT);

  const own = await startPhone({ sip: gateway.sip, extension: OWN, ringMs: 1500 });
  const outside = await startPhone({
    sip: gateway.sip,
    port: gateway.ports.carrier,
    ringMs: 1500,
    talkMs: 2000,
  });
  await button.click();
  await expect(says('Your phone is ringing: answer it')).toBeVisible(PATIENT);
  await expect(button).toBeDisabled();
  await expect(says('Calling…')).toBeVisible(PATIENT);
  await expect(says('Connected')).toBeVisible(PATIENT);
  await expect(agent.locator('button[data-activity="11"]')).toBeVisible(PATIENT);
  await expect(says('Call ended')).toBeVisible(PATIENT);
  await outside.stop();

  const busy = await startPhone({ sip: gateway.sip, port: gateway.ports.carrier, does: 'reject' });
  await button.click();
  await expect(says('Busy')).toBeVisible(PATIENT);

  // Without a gateway there is no button to call.
  const { data: rows } = (await (await admin.request.get('/api/phone/gateways')).json()) as {
    data: { id: number; name: string }[];
  };
  for (const { id } of rows)
    await admin.request.patch(`/api/phone/gateways/${id}`, { data: { is_active: false } });
  await expect(button).toBeHidden(PATIENT);
  await Promise.all([own.stop(), busy.stop()]);
  await gateway.stop();
});
