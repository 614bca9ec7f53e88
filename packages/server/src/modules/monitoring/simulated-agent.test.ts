import { Activity, type FloorState, type Ticket } from '@trunkline/contract';
import { deliverOnce, livechatLine, openDesk } from '@trunkline/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/people.ts';

const SOON = { timeout: 10_000 };

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
  // The simulator comes through a real port.
  await t.connect('admin');
});
afterAll(() => t.close());

it(
  'a simulated agent is on the board, and takes, answers and solves what a customer writes',
  { tags: 'full' },
  async () => {
    const desk = await openDesk(t.url(), 'dewi', PASSWORD);
    await desk.goReady();
    const board = async () =>
      ((await t.as('supervisor', 'GET', '/api/monitoring/floor')).body as { data: FloorState }).data;
    const dewi = async () => (await board()).agents.find(({ id }) => id === t.idOf('dewi'));
    await expect.poll(async () => (await dewi())?.user_activity_id, SOON).toBe(Activity.ready);

    const site = { url: t.url(), key: await t.widget(), carry: deliverOnce };
    const line = livechatLine(site, { name: 'Joko', number: '6281100000001', language: 'en' });
    const heard: string[] = [];
    line.listen(({ text }) => heard.push(text));
    await line.send({ kind: 'text', text: 'Where is my parcel?' });
    await expect.poll(() => desk.offers(), SOON).toHaveLength(1);
    const [offer = 0] = await desk.offers();
    const { id } = await desk.accept(offer);
    expect(await desk.openTickets()).toMatchObject([{ id, last_message: 'Where is my parcel?' }]);
    await desk.reply(id, 'On its way.');
    await expect.poll(() => heard, SOON).toContain('On its way.');
    const [answered] = await desk.openTickets();
    expect(answered?.waiting_since).toBeNull();
    if (answered) await desk.solve(answered);
    const { body } = await t.as('supervisor', 'GET', `/api/tickets/${id}`);
    expect((body as { data: { ticket: Ticket } }).data.ticket.status).toBe('solved');

    const [reason = 0] = desk.breakReasonIds;
    await desk.goOnBreak(reason);
    await expect.poll(async () => (await dewi())?.user_activity_id, SOON).toBe(Activity.onBreak);
    line.connect?.(false);
    desk.close();
  },
);
