import type { Customer, CustomerMerge, Ticket } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let count = 0;
async function person(more: object = {}): Promise<Customer> {
  count += 1;
  const body = { name: `Person ${count}`, ...more };
  return ((await t.as('dewi', 'POST', '/api/customers', body)).body as { data: Customer }).data;
}
const read = async (id: number): Promise<Customer> =>
  ((await t.as('dewi', 'GET', `/api/customers/${id}`)).body as { data: Customer }).data;
async function ticketOf(customer: Customer): Promise<Ticket> {
  count += 1;
  const { body } = await t.as('dewi', 'POST', '/api/tickets', {
    client_key: `merge-${count}-key`,
    customer_id: customer.id,
    subject: `Ticket ${count}`,
    department_id: t.departmentIds[0],
  });
  return (body as { data: Ticket }).data;
}
const merge = async (target: Customer, source: Customer) => {
  const [{ version }, { version: sourceVersion }] = await Promise.all([read(target.id), read(source.id)]);
  return t.as('dewi', 'POST', `/api/customers/${target.id}/merge`, {
    version,
    source_id: source.id,
    source_version: sourceVersion,
  });
};
async function merged(target: Customer, source: Customer): Promise<{ data: Customer; merge_id: number }> {
  const { status, body } = await merge(target, source);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const undo = (id: number) => t.as('dewi', 'POST', `/api/customers/merges/${id}/undo`, {});
const found = async (q: string): Promise<string[]> =>
  (
    (await t.as('dewi', 'GET', `/api/customers?q=${encodeURIComponent(q)}`)).body as { data: Customer[] }
  ).data.map(({ name }) => name);
const email = (value: string) => ({ kind: 'email', value });

describe('two customers who are one', () => {
  it('are merged: addresses, tickets and what is missing come over, and are counted there', async () => {
    const target = await person({ note: 'Calls back.', identities: [email('rina@one.example')] });
    const source = await person({
      company: 'Kopi Rina',
      note: 'Likes mails.',
      identities: [email('rina@two.example')],
    });
    await ticketOf(target);
    const ticket = await ticketOf(source);
    const { data } = await merged(target, source);
    expect(data).toMatchObject({
      name: target.name,
      company: 'Kopi Rina',
      note: 'Calls back.\n\nLikes mails.',
      open_tickets: 2,
      total_tickets: 2,
    });
    expect(data.identities.map(({ value }) => value).toSorted()).toEqual([
      'rina@one.example',
      'rina@two.example',
    ]);
    const { body } = await t.as('dewi', 'GET', `/api/tickets/${ticket.id}`);
    expect(body).toMatchObject({ data: { ticket: { customer_id: target.id }, customer: { id: target.id } } });
    expect(await found(source.name)).toEqual([]);
    expect((await read(source.id)).id).toBe(target.id);
  });

  it('are taken apart again: each has what was theirs, and what came or was changed meanwhile stays', async () => {
    const target = await person({ identities: [email('agus@one.example')] });
    const source = await person({ company: 'Roastery', identities: [email('agus@two.example')] });
    const ticket = await ticketOf(source);
    const { data, merge_id: id } = await merged(target, source);
    const since = await ticketOf(data);
    const { version } = await read(target.id);
    await t.as('dewi', 'PATCH', `/api/customers/${target.id}`, { version, company: 'His own' });
    const { body } = await undo(id);
    expect(body).toMatchObject({
      data: {
        id: source.id,
        company: 'Roastery',
        open_tickets: 1,
        identities: [{ value: 'agus@two.example' }],
      },
    });
    expect(await read(target.id)).toMatchObject({
      company: 'His own',
      open_tickets: 1,
      identities: [{ value: 'agus@one.example' }],
    });
    const ownerOf = async (one: Ticket) =>
      ((await t.as('dewi', 'GET', `/api/tickets/${one.id}`)).body as { data: { ticket: Ticket } }).data.ticket
        .customer_id;
    expect([await ownerOf(ticket), await ownerOf(since)]).toEqual([source.id, target.id]);
    expect((await undo(id)).status).toBe(404);
  });

  it('cannot be taken apart once a month is over', async () => {
    const { merge_id: id, data } = await merged(await person(), await person());
    const merges = async () =>
      ((await t.as('dewi', 'GET', `/api/customers/${data.id}/merges`)).body as { data: CustomerMerge[] })
        .data;
    expect(await merges()).toMatchObject([{ id, can_undo: true }]);
    t.clock.advance(31 * 86_400_000);
    expect(await merges()).toMatchObject([{ id, can_undo: false }]);
    expect((await undo(id)).status).toBe(404);
  });

  it('are refused when one was changed since it was read, is gone, or is the same', async () => {
    const [one, other] = [await person(), await person()];
    const body = { version: 1, source_id: other.id, source_version: 7 };
    expect((await t.as('dewi', 'POST', `/api/customers/${one.id}/merge`, body)).body).toMatchObject({
      code: 'stale',
      details: { current: { id: other.id } },
    });
    expect((await merge(one, one)).status).toBe(409);
    await merged(one, other);
    const again = { version: (await read(one.id)).version, source_id: other.id, source_version: 2 };
    expect((await t.as('dewi', 'POST', `/api/customers/${one.id}/merge`, again)).status).toBe(404);
  });

  it('are merged once when two agents do it at the same moment, either way round', async () => {
    const [one, other] = [await person(), await person()];
    const answers = await Promise.all([merge(one, other), merge(other, one)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  it('chains: who was merged before goes along, and is taken back in turn', async () => {
    const [a, b, c] = [await person(), await person(), await person()];
    const ticket = await ticketOf(a);
    const first = await merged(b, a);
    const second = await merged(c, b);
    expect((await read(a.id)).id).toBe(c.id);
    expect((await undo(first.merge_id)).status).toBe(409);
    await undo(second.merge_id);
    expect((await read(a.id)).id).toBe(b.id);
    await undo(first.merge_id);
    expect(await read(a.id)).toMatchObject({ id: a.id, open_tickets: 1 });
    const { body } = await t.as('dewi', 'GET', `/api/tickets/${ticket.id}`);
    expect(body).toMatchObject({ data: { ticket: { customer_id: a.id } } });
  });

  it('a ticket that is opened for the one who is gone is the other’s', async () => {
    const [target, source] = [await person(), await person()];
    await merged(target, source);
    expect((await ticketOf(source)).customer_id).toBe(target.id);
  });
});

describe('who may be the same person', () => {
  it('is suggested by name and by an address that was claimed, and nobody else', async () => {
    const claimed = await person({ name: 'Sari Wulandari', identities: [email('sari@work.example')] });
    const same = await person({ name: 'budi SANTOSO' });
    const like = await person({ name: 'Budi Santosa' });
    await person({ name: 'Somebody Else' });
    const one = await person({
      name: 'Budi Santoso',
      note: 'Gave sari@work.example, which belongs to Sari.',
    });
    const { body } = await t.as('dewi', 'GET', `/api/customers/${one.id}/duplicates`);
    const { data } = body as { data: { customer: Customer; reason: string }[] };
    expect(data.map(({ customer, reason }) => [customer.id, reason])).toEqual([
      [claimed.id, 'claimed'],
      [same.id, 'same_name'],
      [like.id, 'like_name'],
    ]);
    await merged(one, same);
    const { body: rest } = await t.as('dewi', 'GET', `/api/customers/${one.id}/duplicates`);
    expect((rest as { data: unknown[] }).data).toHaveLength(2);
  });
});

describe('a ticket that somebody has open', () => {
  it('hears of its customer by name, whoever that is: renamed, merged, and taken apart again', async () => {
    const [target, source] = [await person(), await person()];
    const ticket = await ticketOf(source);
    const socket = await t.connect('budi');
    const told: string[] = [];
    socket.on('customer-changed', ({ id, name }: Customer) =>
      told.push(`${id === target.id ? 'target' : 'source'} ${name}`),
    );
    await socket.emitWithAck('resume', { after: null, topics: [`ticket:${ticket.id}`] });
    const rename = async ({ id }: Customer, name: string) => {
      const { version } = await read(id);
      expect((await t.as('dewi', 'PATCH', `/api/customers/${id}`, { version, name })).status).toBe(200);
    };
    const { merge_id: mergeId } = await merged(target, source);
    // Waits until a change reaches the screens, which takes a moment after the merge.
    await expect
      .poll(async () => {
        await rename(target, `Target ${(count += 1)}`);
        return told.some((one) => one.startsWith('target Target'));
      })
      .toBe(true);
    expect((await undo(mergeId)).status).toBe(200);
    await expect
      .poll(async () => {
        await rename(source, `Source ${(count += 1)}`);
        return told.some((one) => one.startsWith('source Source'));
      })
      .toBe(true);
  });
});
