import type { ImportResult, ListOperation, ListRow, ListValues, Option } from '@trunkline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';

// Fields with several values: rows of another list, and options.
const PATH = '/api/settings/custom_fields';

let t: TestApp;
let types: number[];
beforeAll(async () => {
  t = await testApp();
  types = [];
  for (const name of ['Question', 'Complaint']) types.push((await add('/api/settings/types', { name })).id);
});
afterAll(() => t.close());

const ask = async <T>(method: 'GET' | 'POST' | 'PATCH', url: string, body?: object): Promise<T> => {
  const answer = await t.as('admin', method, url, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const add = async (path: string, values: ListValues): Promise<ListRow> =>
  (await ask<{ data: ListRow }>('POST', path, { values })).data;
const rows = async (): Promise<ListRow[]> => (await ask<{ data: ListRow[] }>('GET', PATH)).data;
const option = (id: string, name: string, isActive = true): Option => ({ id, name, is_active: isActive });

async function sendFile(text: string): Promise<ImportResult> {
  const boundary = 'a-boundary-of-tests';
  const part = `Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv`;
  const answer = await t.app.http.app.inject({
    method: 'POST',
    url: `${PATH}/import?apply=yes`,
    headers: {
      authorization: `Bearer ${await t.signIn('admin')}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: `--${boundary}\r\n${part}\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  });
  return answer.json<{ data: ImportResult }>().data;
}

it('are numbered once: an option that is renamed, moved or named again keeps its number', async () => {
  const values = { name: 'Size', key: 'size', kind: 'choice', entity: 'ticket' };
  const made = await add(PATH, { ...values, options: [option('', 'Small'), option('', 'Large')] });
  expect(made.values['options']).toEqual([option('1', 'Small'), option('2', 'Large')]);
  const change = (version: number, options: Option[]) =>
    ask<{ data: ListRow; operation_id: number }>('PATCH', `${PATH}/${made.id}`, {
      version,
      values: { options },
    });
  const changed = await change(made.version, [
    option('2', 'Big'),
    option('', 'Middle'),
    option('1', 'Small'),
  ]);
  expect(changed.data.values['options']).toEqual([
    option('2', 'Big'),
    option('3', 'Middle'),
    option('1', 'Small'),
  ]);
  await ask('POST', `${PATH}/undo`, { operation_id: changed.operation_id });
  const [undone] = await rows();
  expect(undone?.values['options']).toEqual([option('1', 'Small'), option('2', 'Large')]);
  const { data } = await ask<{ data: ListOperation[] }>('GET', `${PATH}/history?row=${made.id}`);
  expect(data[0]?.changes[0]?.after).toEqual({ options: [option('1', 'Small'), option('2', 'Large')] });
});

it('go out into a file and come back from it as they were', async () => {
  const values = { name: 'Colour', key: 'colour', kind: 'choices', entity: 'ticket', type_ids: types };
  await add(PATH, { ...values, options: [option('', 'Red'), option('', '=Blue', false)] });
  const before = await rows();
  const file = await t.as('admin', 'GET', `${PATH}/export`);
  const text = String(file.body);
  expect(text).toContain('"Red\n(off) =Blue"');
  expect(text).toContain('"Question\nComplaint"');
  expect(await sendFile(text)).toMatchObject({ unchanged: before.length, changed: 0, problem_count: 0 });
  const head = 'name,key,entity,kind,options,type_ids,required\r\n';
  const lines = [
    'Shade,shade,ticket,choice,"Dark\nLight",Complaint,solve',
    'Odd,odd,ticket,choice,,,never',
    'Late,late,customer,line,,,solve',
    'Lost,lost,ticket,line,,Nowhere,never',
  ];
  expect(await sendFile(head + lines.join('\r\n'))).toMatchObject({
    is_applied: false,
    problems: [
      { line: 6, column: 'type_ids', problem: 'unknown_reference' },
      { line: 4, column: 'options', problem: 'invalid' },
      { line: 5, column: 'required', problem: 'invalid' },
    ],
  });
  expect(await sendFile(head + lines[0])).toMatchObject({ created: 1, is_applied: true });
  expect((await rows()).at(-1)?.values).toMatchObject({
    options: [option('1', 'Dark'), option('2', 'Light')],
    type_ids: [types[1]],
  });
});

it('are there for what asks for them only: the rest begins anew', async () => {
  const made = await add(PATH, {
    name: 'Plain',
    key: 'plain',
    kind: 'line',
    entity: 'customer',
    options: [option('', 'Left over')],
    type_ids: types,
  });
  expect(made.values).toMatchObject({ options: [], type_ids: [] });
});

it.each([
  ['options of the same name', { options: [option('', 'Red'), option('', 'red')] }],
  ['two options of one number', { options: [option('1', 'Red'), option('1', 'Blue')] }],
  ['an option without a name', { options: [option('', ' ')] }],
  ['an option that a file would read as switched off', { options: [option('', '(off) Red')] }],
  ['a type twice', { type_ids: [1, 1] }],
  ['a type that is not there', { type_ids: [999_999] }],
])('are refused: %s', async (_, more) => {
  const values = {
    name: 'Refused',
    key: 'refused',
    kind: 'choice',
    entity: 'ticket',
    options: [option('', 'A')],
  };
  const { status } = await t.as('admin', 'POST', PATH, { values: { ...values, ...more } });
  expect([400, 422]).toContain(status);
});
