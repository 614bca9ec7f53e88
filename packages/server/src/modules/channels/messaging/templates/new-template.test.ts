import type {
  FileRef,
  MessagingTemplate,
  ResponseOf,
  submitMessageTemplate,
  TemplateAccount,
} from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messagingDesk, type MessagingDesk } from '../../../../../test/messaging/messaging-desk.ts';

const SOON = { timeout: 15_000 };
const NEW = {
  name: 'order_ready',
  language: 'en',
  category: 'utility',
  header: 'Order {{order}}',
  header_file: null,
  footer: 'Kopi Kita',
  body: 'Dear {{customer_name}}, your order {{order}} is ready.',
  buttons: [
    { kind: 'url', text: 'Track', value: 'https://kopi.example/{{1}}' },
    { kind: 'quick_reply', text: 'I am coming', value: '' },
    { kind: 'phone', text: 'Call', value: '+622155501234' },
  ],
  examples: {
    'header.order': '881',
    'body.customer_name': 'Rina',
    'body.order': '881',
    'button.1.1': 'a881',
  },
};
type Submitted = ResponseOf<typeof submitMessageTemplate>['data'];

describe('a new template', () => {
  let d: MessagingDesk;
  beforeEach(async () => {
    d = await messagingDesk();
  });
  afterEach(() => d.close());

  const submit = (more: object = {}) =>
    d.data<Submitted>('admin', 'POST', '/api/message-templates', {
      account_id: d.account.id,
      ...NEW,
      ...more,
    });
  const all = () => d.data<TemplateAccount[]>('admin', 'GET', '/api/message-templates');
  const states = async () =>
    (await all()).map(({ templates }) =>
      templates.map(({ name, state, reason }) => `${name} ${state} ${reason}`.trim()),
    );

  it('is looked at by Meta as it was written, and what becomes of it is told while one looks on', async () => {
    const { template, fault } = await submit();
    expect(fault).toBeNull();
    const { rows } = await d.t.platform.db.pool.query(
      "select user_id from audit_log where action = 'message_template.submitted'",
    );
    expect(rows).toEqual([{ user_id: d.t.idOf('admin') }]);
    expect(template).toMatchObject({ name: 'order_ready', state: 'pending', category: 'utility' });
    expect(d.meta.templates).toMatchObject([
      {
        parameter_format: 'NAMED',
        category: 'UTILITY',
        components: [
          {
            type: 'HEADER',
            format: 'TEXT',
            text: 'Order {{order}}',
            example: { header_text_named_params: [{ param_name: 'order', example: '881' }] },
          },
          {
            type: 'BODY',
            example: {
              body_text_named_params: [
                { param_name: 'customer_name', example: 'Rina' },
                { param_name: 'order', example: '881' },
              ],
            },
          },
          { type: 'FOOTER', text: 'Kopi Kita' },
          {
            type: 'BUTTONS',
            buttons: [
              { type: 'QUICK_REPLY', text: 'I am coming' },
              { type: 'URL', url: 'https://kopi.example/{{1}}', example: ['https://kopi.example/a881'] },
              { type: 'PHONE_NUMBER', phone_number: '+622155501234' },
            ],
          },
        ],
      },
    ]);

    const socket = await d.t.connect('admin');
    const told: string[] = [];
    socket.on('settings-changed', ({ part }: { part: string }) => told.push(part));
    await d.meta.decide('order_ready', 'en', 'REJECTED', 'INVALID_FORMAT');
    await expect.poll(states, SOON).toEqual([['order_ready rejected INVALID_FORMAT']]);
    await expect.poll(() => told, SOON).toContain('message-templates');
  });

  it('with numbers gives its examples by their numbers', { tags: 'full' }, async () => {
    const examples = { 'body.1': 'Rina', 'body.2': '881' };
    await submit({ header: '', buttons: [], body: 'Order {{2}} of {{1}} is ready.', examples });
    expect(d.meta.templates[0]).toMatchObject({
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', example: { body_text: [['Rina', '881']] } }, { type: 'FOOTER' }],
    });
  });

  describe('with a photo above its words', () => {
    const PHOTO = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64');
    const upload = async (role: 'admin' | 'dewi' = 'admin', mime = 'image/png') => {
      const form = new FormData();
      form.set('file', new Blob([PHOTO], { type: mime }), 'cup.png');
      const sent = new Response(form);
      const { status, body } = await d.t.call('POST', '/api/message-templates/files', {
        token: await d.t.signIn(role),
        headers: { 'content-type': sent.headers.get('content-type') ?? '' },
        body: Buffer.from(await sent.arrayBuffer()),
      });
      return { status, file: (body as { data: FileRef }).data };
    };
    const withFile = (file: FileRef) =>
      submit({
        header: '',
        buttons: [],
        body: 'The new cup is there.',
        examples: {},
        header_file: { kind: 'image', file },
      });

    it('gives Meta an example of it first, and names it by its handle', { tags: 'full' }, async () => {
      const { file } = await upload();
      expect(await withFile(file)).toMatchObject({
        fault: null,
        template: { content: { header: { kind: 'image', text: '' } } },
      });
      const [header] = d.meta.templates[0]?.components ?? [];
      expect(header).toMatchObject({ type: 'HEADER', format: 'IMAGE' });
      expect(header?.example?.['header_handle']).toEqual([expect.stringMatching(/^4::/)]);
    });

    it('is not submitted where the upload fails, and is once it does not', { tags: 'full' }, async () => {
      const { file } = await upload();
      d.meta.faults.plan(/app\/uploads/, { status: 503 });
      expect(await withFile(file)).toMatchObject({ template: null, fault: 'provider_failed' });
      d.meta.faults.plan(/upload:/, { status: 500 });
      expect(await withFile(file)).toMatchObject({ template: null, fault: 'provider_failed' });
      expect(d.meta.templates).toHaveLength(0);
      expect(await withFile(file)).toMatchObject({ fault: null });
    });

    it(
      'takes one’s own file only, as it is stored, and from whoever may change templates',
      { tags: 'full' },
      async () => {
        expect((await upload('dewi')).status).toBe(403);
        const { file } = await upload('admin', 'text/html');
        await expect(withFile({ ...file, mime: 'image/png' })).rejects.toThrow('file_kind');
        await expect(withFile({ ...file, id: crypto.randomUUID() })).rejects.toThrow('header_file');
        expect(d.meta.templates).toHaveLength(0);
      },
    );
  });

  it(
    'is known to every account of the business, and can be sent once it is approved',
    { tags: 'full' },
    async () => {
      const second = { ...d.account, name: 'Second', address: '106540352242999' };
      const { provider, department_id, shown_address, business_id } = d.account;
      await d.data('admin', 'POST', '/api/messaging-accounts', {
        provider,
        department_id,
        shown_address,
        business_id,
        name: second.name,
        address: second.address,
        access_token: d.meta.accessToken,
        app_secret: d.meta.appSecret,
      });
      await submit();
      expect(await states()).toEqual([['order_ready pending'], ['order_ready pending']]);
      await d.meta.decide('order_ready', 'en', 'APPROVED');
      await expect.poll(states, SOON).toEqual([['order_ready approved'], ['order_ready approved']]);
      const rina = d.meta.phone('628119990001', 'Rina');
      await rina.write({ type: 'text', text: { body: 'Is it ready?' } });
      const ticket = await d.ticketOf('Rina');
      const path = `/api/tickets/${ticket.id}/message-templates`;
      const choices = await d.data<MessagingTemplate[]>('admin', 'GET', path);
      expect(choices.map(({ name }) => name)).toEqual(['order_ready']);
    },
  );

  it('that Meta refuses is told in its words, and is not kept', { tags: 'full' }, async () => {
    // The list that was requested when the account was created lacks the new template.
    await expect.poll(async () => (await all())[0]?.fetched_at ?? null, SOON).not.toBeNull();
    await submit();
    const again = await submit();
    expect(again).toMatchObject({ template: null, fault: 'template_refused' });
    expect(again.said).toMatch(
      /^There is already content for this template in this language.*\(100\/2388024\)$/,
    );
    d.meta.world.isTokenGood = false;
    expect(await submit({ name: 'other' })).toMatchObject({ template: null, fault: 'token_refused' });
    expect(await states()).toEqual([['order_ready pending']]);
  });

  it('is not submitted twice where only the answer was lost', { tags: 'full' }, async () => {
    d.meta.faults.plan(/message_templates$/, { status: 500, isDone: true });
    expect(await submit()).toMatchObject({ template: { name: 'order_ready' }, fault: null });
    expect(d.meta.templates).toHaveLength(1);
  });

  it.each([
    [{ examples: {} }, 'examples.header.order'],
    [{ body: '{{customer_name}} is it' }, 'body'],
    [{ name: 'Order ready' }, 'name'],
    [{ language: 'xx' }, 'language'],
    [{ buttons: [{ kind: 'url', text: 'Go', value: 'file:///etc/passwd' }] }, 'buttons.0.value'],
  ])('%j is refused before Meta is asked', { tags: 'full' }, async (wrong, path) => {
    const body = { account_id: d.account.id, ...NEW, ...wrong };
    const answer = await d.t.as('admin', 'POST', '/api/message-templates', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(JSON.stringify(answer.body)).toContain(path);
    expect(d.meta.templates).toHaveLength(0);
  });

  it(
    'is for whoever may change templates, and of accounts whose business is known',
    { tags: 'full' },
    async () => {
      const body = { account_id: d.account.id, ...NEW };
      expect((await d.t.as('dewi', 'POST', '/api/message-templates', body)).status).toBe(403);
      expect((await d.t.as('dewi', 'GET', '/api/message-templates')).status).toBe(403);
      await d.data('admin', 'PATCH', `/api/messaging-accounts/${d.account.id}`, { business_id: '' });
      expect((await d.t.as('admin', 'POST', '/api/message-templates', body)).status).toBe(409);
      expect(await all()).toMatchObject([{ has_business: false, templates: [] }]);
    },
  );
});
