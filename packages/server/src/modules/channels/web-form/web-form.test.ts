import { randomUUID } from 'node:crypto';
import type {
  Customer,
  FormChallenge,
  FormSpam,
  Mailbox,
  Message,
  Ticket,
  WebForm,
} from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDovecot } from '../../../../test/mail/dovecot.ts';
import { mailboxBody, mailDesk, mailText, type MailDesk } from '../../../../test/mail/mail-desk.ts';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { countLeadingZeroBits } from './challenges.ts';

const SOON = { timeout: 15_000 };
const SETTINGS = {
  color: '#0f766e',
  title: { en: 'Contact', id: 'Kontak' },
  intro: { en: 'Write to us', id: 'Tulis kepada kami' },
  thanks: { en: 'Thank you', id: 'Terima kasih' },
  default_language: 'en',
  asked: [
    { field: 'email', required: true },
    { field: 'subject', required: false },
  ],
  custom: [] as { id: number; required: boolean }[],
  mailbox_id: null as number | null,
  allowed_sites: [] as string[],
};
type PublicForm = { custom: { id: number; options: unknown[] }[]; challenge: FormChallenge };

/** Creates a form; returns functions that do what a browser does with it. */
async function formOf(t: TestApp, more: Partial<typeof SETTINGS> = {}) {
  const made = await t.as('admin', 'POST', '/api/web-forms', {
    name: 'Contact',
    department_id: t.departmentIds[0],
    settings: { ...SETTINGS, ...more },
  });
  const form = (made.body as { data: WebForm }).data;
  const show = async (site = '') => {
    const headers: Record<string, string> = site ? { 'x-widget-site': site } : {};
    return t.call('GET', `/api/forms/${form.key}`, { headers });
  };
  const challenge = async () => ((await show()).body as { data: PublicForm }).data.challenge;
  const solved = async () => {
    const { token, bits, wait_ms: wait } = await challenge();
    let solution = 0;
    while (countLeadingZeroBits(`${token}:${solution}`) < bits) solution += 1;
    t.clock.advance(wait);
    return { token, solution };
  };
  const content = (more: object = {}) => ({
    language: 'en',
    name: 'Rina Hartono',
    email: 'rina@mail.example',
    message: 'Where is my order?\nIt is late.',
    ...more,
  });
  const post = (body: object, headers: Record<string, string> = {}) =>
    t.call('POST', `/api/forms/${form.key}`, { body, headers });
  const whole = async (more: object = {}) => ({
    ...content(more),
    client_key: randomUUID(),
    ...(await solved()),
  });
  const send = async (more: object = {}, headers: Record<string, string> = {}) =>
    post({ ...(await whole(more)) }, headers);
  return { form, show, solved, content, post, whole, send };
}

const ticketsOf = async (t: TestApp): Promise<Ticket[]> =>
  (
    (await t.as('admin', 'GET', '/api/tickets?status=open,pending&limit=100&sort=created')).body as {
      data: Ticket[];
    }
  ).data;
const findTicketBySubject = async (t: TestApp, subject: string) =>
  (await ticketsOf(t)).filter((ticket) => ticket.subject === subject);
const messagesOf = async (t: TestApp, ticketId: number): Promise<Message[]> =>
  (
    (await t.as('admin', 'GET', `/api/tickets/${ticketId}/timeline?limit=100`)).body as { data: Message[] }
  ).data.filter(({ kind }) => kind === 'inbound' || kind === 'outbound');

describe('a form on a site', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());
  const unique = () => `About ${randomUUID()}`;
  const place = () => ({
    'x-forwarded-for': `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  });
  const spamOf = async (form: WebForm) =>
    ((await t.as('admin', 'GET', `/api/web-forms/${form.id}/spam`)).body as { data: FormSpam[] }).data;

  it('becomes a ticket of the department, with what was written and who says to be whom', async () => {
    const { send } = await formOf(t);
    const subject = unique();
    expect((await send({ subject, page: 'https://shop.example/help' })).status).toBe(200);
    const [ticket] = await findTicketBySubject(t, subject);
    expect(ticket).toMatchObject({
      media_id: 19,
      department_id: t.departmentIds[0],
      customer_name: 'Rina Hartono',
      status: 'open',
      unread: 1,
    });
    const [message] = await messagesOf(t, ticket?.id ?? 0);
    expect(message?.body).toBe(
      'Where is my order?\nIt is late.\n\nName: Rina Hartono\nE-mail: rina@mail.example\nPage: https://shop.example/help',
    );
  });

  it('pressed twice, sent again later or at the same moment, is one ticket', async () => {
    const { whole, post } = await formOf(t);
    const subject = unique();
    const body = await whole({ subject });
    const at = place();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(body, at)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await post(body, at)).status).toBe(200);
    expect(await findTicketBySubject(t, subject)).toHaveLength(1);
    expect(await post({ ...body, message: 'Something else' }, at)).toMatchObject({
      status: 409,
      body: { code: 'already_sent' },
    });
  });

  it('a token is good once, after its time, for its form, and only with the work done', async () => {
    const one = await formOf(t);
    const other = await formOf(t);
    const at = place();
    const body = await one.whole({ subject: unique() });
    const expired = { status: 409, body: { code: 'form_expired' } };
    expect(await other.post(body, at)).toMatchObject(expired);
    const forged = `${body.token.slice(0, -2)}${body.token.at(-2) === 'x' ? 'yy' : 'xx'}`;
    expect(await one.post({ ...body, token: forged }, at)).toMatchObject(expired);
    expect(await one.post({ ...body, solution: wrong(body) }, at)).toMatchObject(expired);
    expect((await one.post(body, at)).status).toBe(200);
    expect(await one.post({ ...body, client_key: randomUUID() }, at)).toMatchObject(expired);
    const early = await one.whole();
    t.clock.advance(-3000);
    expect(await one.post(early, at)).toMatchObject({ status: 429 });
    t.clock.advance(3000 + 25 * 3_600_000);
    expect(await one.post(early, at)).toMatchObject(expired);
  });

  it('somebody’s address makes nobody that customer, and joins nobody’s case', async () => {
    const known = await t.as('admin', 'POST', '/api/customers', {
      name: 'Siti Rahma',
      identities: [{ kind: 'email', value: 'siti@mail.example' }],
    });
    const { id } = (known.body as { data: Customer }).data;
    const { send } = await formOf(t);
    const subject = unique();
    await send({ subject, name: 'Mallory', email: 'siti@mail.example' }, place());
    await send({ subject, name: 'Mallory', email: 'siti@mail.example' }, place());
    const tickets = await findTicketBySubject(t, subject);
    expect(tickets).toHaveLength(2);
    expect(new Set(tickets.map((ticket) => ticket.customer_id)).size).toBe(2);
    expect(tickets.some((ticket) => ticket.customer_id === id)).toBe(false);
  });

  it('asks what its settings say: refuses what is missing or impossible, by field', async () => {
    const made = async (values: object) =>
      (
        (await t.as('admin', 'POST', '/api/settings/custom_fields', { values })).body as {
          data: { id: number };
        }
      ).data.id;
    const order = await made({ name: 'Order', key: 'order', entity: 'ticket', kind: 'line' });
    const born = await made({ name: 'Born', key: 'born', entity: 'customer', kind: 'date' });
    const custom = [
      { id: order, required: true },
      { id: born, required: false },
    ];
    const { send, show } = await formOf(t, { custom });
    expect(((await show()).body as { data: PublicForm }).data.custom.map((field) => field.id)).toEqual([
      order,
      born,
    ]);
    const refused = await send({ email: undefined, fields: { [born]: 'yesterday' } }, place());
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid' } });
    const { details } = refused.body as { details: { path: string; problem: string }[] };
    expect(Object.fromEntries(details.map(({ path, problem }) => [path, problem]))).toEqual({
      email: 'required',
      [`fields.${born}`]: 'invalid',
      [`fields.${order}`]: 'required',
    });
    const subject = unique();
    const fields = { [order]: 'A-1', [born]: '1990-05-06', 999_999: 'not asked' };
    expect((await send({ subject, fields, phone: '+62 812 3456 7890' }, place())).status).toBe(200);
    const [ticket] = await findTicketBySubject(t, subject);
    expect(ticket?.fields).toEqual({ [order]: 'A-1' });
    const customer = await t.as('admin', 'GET', `/api/customers/${ticket?.customer_id}`);
    expect((customer.body as { data: Customer }).data).toMatchObject({ fields: { [born]: '1990-05-06' } });
    // The form does not ask for the phone number, so it was ignored.
    expect(JSON.stringify(await messagesOf(t, ticket?.id ?? 0))).not.toContain('812');
  });

  it('keeps what looks like spam, says why, and makes a ticket of it when somebody wants it', async () => {
    const { form, send } = await formOf(t);
    const [trapped, linked] = [unique(), unique()];
    const links = 'https://a.example https://b.example www.c.example http://d.example';
    expect((await send({ subject: trapped, website: 'x', email: 'a@one.example' }, place())).status).toBe(
      200,
    );
    expect((await send({ subject: linked, message: links, email: 'b@two.example' }, place())).status).toBe(
      200,
    );
    expect(await findTicketBySubject(t, trapped)).toHaveLength(0);
    const kept = await spamOf(form);
    expect(kept.map(({ subject, reasons }) => [subject, reasons])).toEqual([
      [linked, ['links']],
      [trapped, ['trap']],
    ]);
    const path = `/api/web-forms/${form.id}/spam/${kept[0]?.id}/take`;
    expect((await t.as('dewi', 'POST', path, {})).status).toBe(403);
    const taken = await Promise.all([1, 2].map(() => t.as('admin', 'POST', path, {})));
    expect(taken.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await findTicketBySubject(t, linked)).toHaveLength(1);
    const { rows } = await t.platform.db.pool.query(
      "select subject from audit_log where action = 'web-form.spam-taken'",
    );
    expect(rows).toEqual([{ subject: `${form.id} ${kept[0]?.id}` }]);
    expect(await spamOf(form)).toHaveLength(1);
  });

  it('takes much from one address for spam, and makes sending harder the more comes', async () => {
    const { form, send, show } = await formOf(t);
    const email = `${randomUUID()}@flood.example`;
    const calm = ((await show()).body as { data: PublicForm }).data.challenge.bits;
    for (let n = 0; n < 6; n += 1) await send({ email, subject: `Flood ${n}` }, place());
    expect((await spamOf(form)).map(({ reasons }) => reasons)).toEqual([['often']]);
    await t.platform.db.pool.query(
      `insert into web_form_submissions (form_id, client_key, nonce, content_hash, state, network, email, domain, received_at)
       select $1, 'key-' || n, 'nonce-' || n, '', 'taken', '', '', '', $2 from generate_series(1, 50) n`,
      [form.id, t.clock.now()],
    );
    const { bits } = ((await show()).body as { data: PublicForm }).data.challenge;
    expect(bits).toBe(calm + 3);
  });

  it('forgets what was sent when no token of then is good any longer, and spam after a month', async () => {
    const { form, send } = await formOf(t);
    await send({ email: 'c@three.example' }, place());
    await send({ website: 'x', email: 'd@four.example' }, place());
    const left = async (): Promise<string[]> => {
      const { rows } = await t.platform.db.pool.query<{ state: string }>(
        'select state from web_form_submissions where form_id = $1 order by id',
        [form.id],
      );
      return rows.map(({ state }) => state);
    };
    await t.app.modules.webForms.spam.forgetOld();
    expect(await left()).toEqual(['taken', 'spam']);
    t.clock.advance(3 * 86_400_000);
    await t.app.modules.webForms.spam.forgetOld();
    expect(await left()).toEqual(['spam']);
    t.clock.advance(28 * 86_400_000);
    await t.app.modules.webForms.spam.forgetOld();
    expect(await left()).toEqual([]);
  });

  it('is shown on its sites only, and not while it is off', { tags: 'full' }, async () => {
    const { form, show, send } = await formOf(t, { allowed_sites: ['https://shop.example'] });
    const page = () => t.app.http.app.inject({ url: `/widget/${form.key}/form` });
    expect((await page()).headers['content-security-policy']).toContain(
      "frame-ancestors 'self' https://shop.example",
    );
    expect((await page()).headers['x-frame-options']).toBeUndefined();
    expect((await show('https://shop.example')).status).toBe(200);
    expect(await show('https://evil.example')).toMatchObject({
      status: 403,
      body: { code: 'site_not_allowed' },
    });
    const elsewhere = { ...place(), 'x-widget-site': 'https://evil.example' };
    expect((await send({}, elsewhere)).status).toBe(403);
    await t.as('admin', 'PATCH', `/api/web-forms/${form.id}`, { is_active: false });
    expect((await page()).statusCode).toBe(404);
    expect((await show()).status).toBe(404);
  });

  it('is set up by whoever may, with a mailbox and fields that are there', async () => {
    const body = { name: 'Form', department_id: t.departmentIds[0], settings: SETTINGS };
    expect((await t.as('dewi', 'POST', '/api/web-forms', body)).status).toBe(403);
    for (const wrong of [
      { department_id: 999_999 },
      { settings: { ...SETTINGS, mailbox_id: 999_999 } },
      { settings: { ...SETTINGS, custom: [{ id: 999_999, required: false }] } },
    ])
      expect(await t.as('admin', 'POST', '/api/web-forms', { ...body, ...wrong })).toMatchObject({
        status: 422,
      });
  });

  it('without a mailbox it cannot be answered, and that is said', async () => {
    const { send } = await formOf(t);
    const subject = unique();
    await send({ subject, email: 'e@five.example' }, place());
    const [ticket] = await findTicketBySubject(t, subject);
    const answer = await t.as('dewi', 'POST', `/api/tickets/${ticket?.id}/messages`, {
      client_key: randomUUID(),
      body: 'Hello',
    });
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});

/** A wrong solution of the challenge. */
function wrong({ token }: { token: string }): number {
  let solution = 0;
  while (countLeadingZeroBits(`${token}:${solution}`) > 0) solution += 1;
  return solution;
}

describe.skipIf(!hasDovecot)('the answer to a form', () => {
  let d: MailDesk;
  beforeAll(async () => {
    d = await mailDesk();
  });
  afterAll(() => d.close());

  it(
    'goes out as one mail to the address that was typed, and comes back onto the ticket',
    { tags: 'full' },
    async () => {
      const { send } = await formOf(d.t, { mailbox_id: d.mailbox.id });
      await send({ subject: 'My order', email: 'Rina@mail.example' });
      const ticket = await d.ticketAbout('My order');
      expect(await d.data('dewi', 'GET', `/api/tickets/${ticket.id}/answer-recipients`)).toMatchObject({
        to: [{ address: 'rina@mail.example' }],
      });
      const { id } = await d.reply(ticket.id, { html: '<p>It is on its way.</p>' });
      await expect.poll(() => d.stateOf(ticket.id, id), SOON).toBe('sent');
      const [mail = '', ...more] = await d.dovecot.list('rina');
      expect(more).toEqual([]);
      expect(mail).toMatch(new RegExp(`^Subject: Re: My order \\[#${ticket.number}-[0-9a-f]{10}\\]`, 'm'));
      const [, inReplyTo = ''] = /^Message-ID: <(.+)>/im.exec(mail) ?? [];
      await d.dovecot.put('support', [
        mailText({ from: 'rina@mail.example', subject: 'Re: My order', inReplyTo, text: 'Thanks' }),
      ]);
      await expect.poll(async () => (await d.emails(ticket.id)).length, SOON).toBe(3);
      expect((await d.emails(ticket.id)).map(({ kind, media_id: media }) => [kind, media])).toEqual([
        ['inbound', 19],
        ['outbound', 2],
        ['inbound', 2],
      ]);
    },
  );

  it(
    'a mailbox that answers forms is switched off instead of removed while a case waits for it',
    { tags: 'full' },
    async () => {
      const made = await d.data<Mailbox>('admin', 'POST', '/api/mailboxes', {
        ...mailboxBody(d.t, d),
        name: 'Forms',
        address: 'forms@desk.example',
        is_active: false,
      });
      const { form, send } = await formOf(d.t, { mailbox_id: made.id });
      await send({ subject: 'Unanswered', email: 'sri@mail.example' });
      const remove = () => d.t.as('admin', 'DELETE', `/api/mailboxes/${made.id}`);
      expect(await remove()).toMatchObject({ status: 200, body: { removed: false } });
      const other = await d.data<Mailbox>('admin', 'POST', '/api/mailboxes', {
        ...mailboxBody(d.t, d),
        name: 'Unused',
        address: 'unused@desk.example',
        is_active: false,
      });
      await d.data('admin', 'PATCH', `/api/web-forms/${form.id}`, {
        settings: { ...form.settings, mailbox_id: other.id },
      });
      expect(await d.t.as('admin', 'DELETE', `/api/mailboxes/${other.id}`)).toMatchObject({
        body: { removed: true },
      });
      const forms = await d.data<WebForm[]>('admin', 'GET', '/api/web-forms');
      expect(forms.find(({ id }) => id === form.id)?.settings.mailbox_id).toBeNull();
    },
  );
});
