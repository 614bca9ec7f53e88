/** @module-tag full */
import type { listLostAccounts, ResponseOf } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';
import type { Username } from '../../../../../test/people.ts';

const SOON = { timeout: 15_000 };
const PATH = '/api/messaging-accounts/lost';

/** Who is told that a provider has withdrawn our permission to use an account, and what the notice contains. */
describe('an account whose permission was lost', () => {
  let d: MessagingDesk;
  beforeEach(async () => {
    d = await messagingDesk();
  });
  afterEach(() => d.close());

  const lost = async (who: Username) =>
    (await d.t.as(who, 'GET', PATH)).body as ResponseOf<typeof listLostAccounts>;
  const idsOf = async (who: Username) => (await lost(who)).data.map(({ id }) => id);

  /** Makes the provider refuse a reply to a customer because of the token. */
  async function loseIt() {
    await d.meta.phone('62811100200', 'Rina').send('Hello');
    const ticket = await d.ticketOf('Rina');
    d.meta.world.isTokenGood = false;
    await d.reply(ticket.id, 'Waits');
    await expect.poll(() => idsOf('admin'), SOON).toEqual([d.account.id]);
    return ticket;
  }

  it('is told to whoever sees its department, with the names of who may set it right', async () => {
    expect(await lost('dewi')).toEqual({ data: [], ask: [] });
    await loseIt();
    const { data, ask } = await lost('dewi');
    expect(data).toMatchObject([{ id: d.account.id, media_id: 4, name: 'WhatsApp', fault: 'token_refused' }]);
    expect(ask).toEqual(['Ratna Wijaya']);
    expect(await idsOf('supervisor')).toEqual([d.account.id]);
    expect(await lost('sarah')).toEqual({ data: [], ask: [] });
  });

  it('is told to whoever is in a conversation on it, wherever they work', async () => {
    const ticket = await loseIt();
    const { body: me } = await d.t.as('sarah', 'GET', '/api/user');
    const { id } = (me as { data: { id: number } }).data;
    const [conversation] = await d.t.platform.db.q
      .updateTable('conversations')
      .set({ status: 'active', agent_id: id })
      .where('ticket_id', '=', ticket.id)
      .returning('id')
      .execute();
    expect(conversation).toBeDefined();
    expect(await idsOf('sarah')).toEqual([d.account.id]);
  });

  it(
    'stays lost while the provider can’t be reached, and is told no more once it works or is switched off',
    { tags: 'full' },
    async () => {
      await loseIt();
      const socket = await d.t.connect('dewi');
      const told: unknown[] = [];
      socket.on('socmed-auth', (event: unknown) => told.push(event));
      const testAccount = () => d.t.as('admin', 'POST', `/api/messaging-accounts/${d.account.id}/test`, {});
      d.meta.faults.plan(/./, { status: 503 });
      expect((await testAccount()).body).toMatchObject({ data: { fault: 'provider_failed' } });
      expect(await lost('dewi')).toMatchObject({ data: [{ fault: 'token_refused' }] });
      expect(told).toEqual([]);
      d.meta.world.isTokenGood = true;
      await testAccount();
      expect(await idsOf('dewi')).toEqual([]);
      await expect.poll(() => told, SOON).toMatchObject([{ is_authorised: true }]);

      d.meta.world.isTokenGood = false;
      await testAccount();
      expect(await idsOf('dewi')).toEqual([d.account.id]);
      await d.data('admin', 'PATCH', `/api/messaging-accounts/${d.account.id}`, { is_active: false });
      expect(await idsOf('dewi')).toEqual([]);
    },
  );
});
