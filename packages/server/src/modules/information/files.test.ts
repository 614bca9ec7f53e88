import { randomUUID } from 'node:crypto';
import type { FileRef, InformationPost } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { cleanPost } from './post-html.ts';

let t: TestApp;
let category = 0;
beforeAll(async () => {
  t = await testApp();
  const answer = await t.as('admin', 'POST', '/api/settings/information_categories', {
    values: { name: 'Products' },
  });
  category = (answer.body as { data: { id: number } }).data.id;
});
afterAll(() => t.close());

async function store(name = 'plan.pdf', type = 'application/pdf', who: 'admin' | 'dewi' = 'admin') {
  const form = new FormData();
  form.set('file', new Blob(['the plan'], { type }), name);
  const wire = new Response(form);
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: '/api/information/files',
    headers: {
      authorization: `Bearer ${await t.signIn(who)}`,
      'content-type': wire.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await wire.arrayBuffer()),
  });
  return { status: answer.statusCode, file: answer.json<{ data: FileRef }>().data };
}
const write = (more: object) =>
  t.as('admin', 'POST', '/api/information', {
    title: 'New grinder',
    body: 'Text',
    category_id: category,
    must_read: false,
    starts_at: null,
    ends_at: null,
    ...more,
  });
async function post(more: object): Promise<InformationPost> {
  const { status, body } = await write(more);
  expect(status).toBe(200);
  return (body as { data: InformationPost }).data;
}
const change = (id: number, body: object) => t.as('admin', 'PATCH', `/api/information/${id}`, body);
const get = (file: FileRef, who: 'admin' | 'dewi' = 'dewi') => t.as(who, 'GET', file.url);

it('keeps a few looks of what is written, and nothing that runs or leads into our pages', () => {
  const { html, body } = cleanPost(
    `<p onclick="x()">One <strong>two</strong> &amp; <a href="javascript:x()">three</a></p><script>x()</script>
    <h1 style="position:fixed">Four</h1><ul><li><p>five</p></li></ul><img src=x onerror=x()>
    <a href="https://a.example/?b=1&amp;c=2">six</a> <a href="/api/auth/logout">seven</a><svg onload=x()>eight</svg>`,
  );
  expect(html).not.toMatch(/onclick|onerror|onload|script|style|<img|<svg|<h1|\/api/);
  expect(html).toContain('<strong>two</strong>');
  expect(html).toContain(
    '<a href="https://a.example/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">six</a>',
  );
  expect(body.split(/\s+/)).toEqual(['One', 'two', '&', 'three', 'Four', 'five', 'six', 'seven']);
});

it('has its looks beside its text, which is searched, and can be plain again', async () => {
  const { id, version, body, html } = await post({
    body: 'other',
    html: '<p>Der <em>Mahlkönig</em> &lt;3</p>',
  });
  expect({ body, html }).toEqual({ body: 'Der Mahlkönig <3', html: '<p>Der <em>Mahlkönig</em> &lt;3</p>' });
  const found = await t.as('dewi', 'GET', `/api/information?q=${encodeURIComponent('mahlkönig <3')}`);
  expect((found.body as { data: InformationPost[] }).data.map((one) => one.id)).toEqual([id]);
  expect((await change(id, { version, body: 'Plain' })).body).toMatchObject({
    data: { body: 'Plain', html: '' },
  });
  expect((await write({ html: '<p> </p>' })).status).toBe(400);
  expect((await write({ html: '<p>'.repeat(6000) })).status).toBe(400);
});

it('has attachments, which whoever sees the post can fetch', async () => {
  expect((await store('plan.pdf', 'application/pdf', 'dewi')).status).toBe(403);
  const [one, two] = [(await store()).file, (await store('page.html', 'text/html')).file];
  expect((await get(one)).status).toBe(404);
  expect((await get(one, 'admin')).status).toBe(200);
  const { id, version, attachments } = await post({ file_ids: [two.id, one.id] });
  expect(attachments).toEqual([two, one]);
  const page = await t.app.http.app.inject({
    method: 'GET',
    url: two.url,
    headers: { authorization: `Bearer ${await t.signIn('dewi')}` },
  });
  expect(page.body).toBe('the plan');
  // An uploaded page must not run under our address.
  expect(page.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
  });

  const starts = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
  expect((await change(id, { version, file_ids: [one.id], starts_at: starts })).body).toMatchObject({
    data: { attachments: [one] },
  });
  // Files of a planned post, and removed ones, are not visible to readers.
  expect((await get(one)).status).toBe(404);
  expect((await get(two)).status).toBe(404);
});

it('takes files of whoever writes it, that no other post has', async () => {
  const { file } = await store();
  await post({ file_ids: [file.id] });
  for (const id of [file.id, randomUUID()])
    expect(await write({ file_ids: [id] })).toMatchObject({
      status: 422,
      body: { code: 'invalid_reference' },
    });
});

it('removes what no post names after a day, and what a removed post had', async () => {
  const [used, unused, gone] = [(await store()).file, (await store()).file, (await store()).file];
  await post({ file_ids: [used.id] });
  const { id } = await post({ file_ids: [gone.id] });
  await t.as('admin', 'DELETE', `/api/information/${id}`);
  t.clock.advance(25 * 3_600_000);
  await t.platform.db.transaction((tx) => tx.enqueue('information:remove-unused-files', {}));
  await expect.poll(() => t.platform.files.has(unused.id)).toBe(false);
  await expect.poll(() => t.platform.files.has(gone.id)).toBe(false);
  expect(t.platform.files.has(used.id)).toBe(true);
  expect((await get(used)).status).toBe(200);
});
