import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PhoneSetupItem, PhoneSetupState, TypedPhoneItem } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAmi } from '../../../../test/telephony/ami.ts';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { deskOf } from '../../../../test/desk.ts';
import { waveOf } from '../../../../test/wave.ts';
import { speak } from './speech.ts';

const PATIENT = { timeout: 15_000 };
const HANG_UP = { to: 'hang_up' } as const;

describe('what is set up at a gateway', () => {
  let app: TestApp;
  let gateway: Awaited<ReturnType<typeof startAmi>>;
  let id: number;
  const { data } = deskOf(() => app);
  /** Actions that the gateway refuses, with its message. */
  const refused = new Map([['ShowDialPlan', 'Did not find context trunkline-seal']]);

  beforeAll(async () => {
    gateway = await startAmi({
      answer: (action) => {
        const said = refused.get(action.get('Action') ?? '');
        return said === undefined ? undefined : [`Response: Error\r\nActionID: ?\r\nMessage: ${said}`];
      },
    });
    app = await testApp();
    const { host, port, isTls, username, secret } = gateway.address;
    const made = await data<{ id: number }>('admin', 'POST', '/api/phone/gateways', {
      name: 'Main line',
      department_id: app.departmentIds[0],
      is_active: true,
      host,
      port,
      is_tls: isTls,
      username,
      secret,
      after_call_seconds: 0,
    });
    id = made.id;
  });
  afterAll(async () => {
    await app.close();
    await gateway.close();
  });

  const place = () => `/api/phone/gateways/${id}/setup`;
  const make = (body: object) => data<PhoneSetupItem>('admin', 'POST', place(), body);
  const ask = async (method: string, address: string, body?: object) => {
    const answer = await app.as('admin', method, address, body);
    return { status: answer.status, code: (answer.body as { code?: string }).code };
  };
  const read = () => data<{ items: PhoneSetupItem[]; state: PhoneSetupState }>('admin', 'GET', place());
  const menu = (name: string, more: object = {}): TypedPhoneItem => ({
    kind: 'menu',
    name,
    prompt_id: null,
    invalid_id: null,
    timeout_seconds: 5,
    tries: 2,
    options: [],
    otherwise: HANG_UP,
    ...more,
  });
  const prompt = (name: string, more: object = {}) => ({
    kind: 'prompt',
    name,
    text: 'Hello',
    language: 'en',
    audio: waveOf(250),
    ...more,
  });
  const trunk = (name: string, more: object = {}) => ({
    kind: 'trunk',
    name,
    host: 'sip.example.com',
    port: 5060,
    username: 'us',
    registers: true,
    is_for_calls_out: false,
    codecs: ['alaw'],
    match: [],
    ...more,
  });

  it('is kept, changed and removed, and nothing goes that something leads to', async () => {
    const inner = await make(menu('Inner'));
    const outer = await make(
      menu('Outer', { options: [{ key: '1', target: { to: 'menu', id: inner.id } }] }),
    );
    expect(await ask('DELETE', `${place()}/${inner.id}`)).toEqual({ status: 409, code: 'in_use' });
    await data('admin', 'PUT', `${place()}/${outer.id}`, menu('Outer', { tries: 5 }));
    expect(await ask('DELETE', `${place()}/${inner.id}`)).toEqual({ status: 200, code: undefined });
    expect((await read()).items.filter(({ kind }) => kind === 'menu')).toEqual([
      { id: outer.id, ...menu('Outer', { tries: 5 }) },
    ]);
    // A menu may lead back to itself.
    const round = menu('Outer', { otherwise: { to: 'menu', id: outer.id } });
    expect(await ask('PUT', `${place()}/${outer.id}`, round)).toMatchObject({ status: 200 });
  });

  it('has each name and number once, and leads nowhere that is not there', async () => {
    await make(menu('Twice'));
    expect(await ask('POST', place(), menu('TWICE'))).toMatchObject({ code: 'duplicate' });
    const lost = menu('Lost', { otherwise: { to: 'queue', id: 999_999 } });
    expect(await ask('POST', place(), lost)).toMatchObject({ code: 'invalid_reference' });
    const keys = [
      { key: '1', target: HANG_UP },
      { key: '1', target: HANG_UP },
    ];
    expect(await ask('POST', place(), menu('Keys', { options: keys }))).toMatchObject({ code: 'invalid' });
    const number = {
      kind: 'number',
      name: 'A',
      number: '1500',
      office_hours_id: 99_999,
      open: HANG_UP,
      closed: HANG_UP,
    };
    expect(await ask('POST', place(), number)).toMatchObject({ code: 'invalid_reference' });
    await make({ ...number, office_hours_id: null });
    const again = { ...number, name: 'B', office_hours_id: null };
    expect(await ask('POST', place(), again)).toMatchObject({ code: 'duplicate' });
  });

  it('takes sound by what it is, and gives it to whoever knows its name', async () => {
    const made = await make(prompt('Welcome'));
    if (made.kind !== 'prompt') throw new Error('no prompt');
    expect(made).toMatchObject({ duration_ms: 250, text: 'Hello' });
    const heard = await app.app.http.app.inject({ method: 'GET', url: made.url });
    expect(heard.headers).toMatchObject({
      'content-type': 'audio/wav',
      'cache-control': expect.stringContaining('immutable'),
    });
    expect(heard.rawPayload.toString('base64')).toBe(waveOf(250));
    expect(
      await ask(
        'GET',
        made.url.replace(/.(?=\.wav$)/, (last) => (last === 'x' ? 'y' : 'x')),
      ),
    ).toMatchObject({ code: 'not_found' });

    // Another sound has another name, so a cached one is not played again.
    const changed = await data<PhoneSetupItem>(
      'admin',
      'PUT',
      `${place()}/${made.id}`,
      prompt('Welcome', { audio: waveOf(300) }),
    );
    expect(changed).toMatchObject({ duration_ms: 300 });
    expect(changed).not.toMatchObject({ url: made.url });
    const { audio: _, ...words } = prompt('Greeting');
    expect(await data('admin', 'PUT', `${place()}/${made.id}`, words)).toMatchObject({
      name: 'Greeting',
      duration_ms: 300,
    });

    const text = Buffer.from('RIFF no sound at all').toString('base64');
    for (const audio of [waveOf(100, { rate: 44_100 }), waveOf(100, { channels: 2 }), text])
      expect(await ask('POST', place(), prompt('Other', { audio }))).toMatchObject({
        code: 'unsupported_type',
      });
    expect(await ask('POST', place(), prompt('Long', { audio: waveOf(121_000) }))).toMatchObject({
      code: 'too_large',
    });
    expect(await ask('POST', place(), words)).toMatchObject({ code: 'invalid' });
  });

  it('shows nobody the secret of a trunk, keeps it where none is typed, and has one for calls out', async () => {
    const made = await make(trunk('Carrier', { secret: 'hush', is_for_calls_out: true }));
    expect(made).toMatchObject({ has_secret: true });
    expect(JSON.stringify([made, await read()])).not.toContain('hush');
    const { q } = app.platform.db;
    const row = await q
      .selectFrom('phone_items')
      .select('secret')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect(row.secret).not.toContain('hush');
    const again = await data(
      'admin',
      'PUT',
      `${place()}/${made.id}`,
      trunk('Carrier', { is_for_calls_out: true }),
    );
    expect(again).toMatchObject({ has_secret: true });
    const other = await make(trunk('Other', { is_for_calls_out: true }));
    expect(other).toMatchObject({ has_secret: false, is_for_calls_out: true });
    expect((await read()).items.find((item) => item.id === made.id)).toMatchObject({
      is_for_calls_out: false,
    });
    expect(
      await data('admin', 'PUT', `${place()}/${made.id}`, trunk('Carrier', { secret: '' })),
    ).toMatchObject({ has_secret: false });
    for (const bad of [
      { host: 'a;b' },
      { secret: 'a b' },
      { username: 'a@b' },
      { match: ['${X}'] },
      { host: 'a\nb' },
    ])
      expect(await ask('POST', place(), trunk('Bad', bad))).toMatchObject({ code: 'invalid' });
  });

  it('is told in words where the gateway does not take it', async () => {
    const apply = () => data<PhoneSetupState>('admin', 'POST', `${place()}/apply`);
    refused.set('GetConfig', 'Config file not found');
    refused.set('CreateConfig', 'Permission denied');
    expect(await apply()).toMatchObject({ state: 'failed', fault: 'no_right', said: 'Permission denied' });
    refused.set('CreateConfig', 'File exists');
    refused.set('UpdateConfig', 'Save of config failed');
    expect(await apply()).toMatchObject({ state: 'failed', fault: 'no_file' });
    refused.delete('UpdateConfig');
    expect(await apply()).toMatchObject({
      state: 'failed',
      fault: 'not_included',
      said: 'extensions_trunkline.conf',
    });
    refused.delete('CreateConfig');
    refused.delete('GetConfig');
  });

  it('waits for a gateway that is away', async () => {
    await data('admin', 'PATCH', `/api/phone/gateways/${id}`, { port: 1, secret: 'right' });
    await make(menu('Later'));
    await expect
      .poll(async () => (await read()).state, PATIENT)
      .toMatchObject({ state: 'waiting', fault: 'unreachable' });
    expect(await data('admin', 'GET', `/api/phone/gateways/${id}/trunks`)).toEqual([]);
  });
});

describe('speech', () => {
  const words = { text: 'Hello; $(id) `id`', language: 'en' } as const;
  const engine = async (script: string): Promise<string> => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'trunkline-speech-'));
    const file = path.join(folder, 'engine');
    await fs.writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    return file;
  };

  it('is what the engine says to the text on its standard input, with its sizes put right', async () => {
    const file = await engine(
      'printf "RIFF\\377\\377\\377\\377WAVEdata\\377\\377\\377\\377"; printf "%s:" "$1"; cat',
    );
    const { audio, fault } = await speak([file, '{language}'], words);
    expect(fault).toBeNull();
    const sound = Buffer.from(audio ?? '', 'base64');
    expect(sound.subarray(20).toString()).toBe(`en:${words.text}`);
    expect([sound.readUInt32LE(4), sound.readUInt32LE(16)]).toEqual([sound.length - 8, sound.length - 20]);
    await fs.rm(path.dirname(file), { recursive: true });
  });

  it('says that there is no engine, or that it failed', async () => {
    expect(await speak(['/nowhere/to/be-found'], words)).toEqual({ audio: null, fault: 'missing' });
    for (const script of ['exit 3', 'echo hello', 'cat >/dev/null']) {
      const file = await engine(script);
      expect(await speak([file], words)).toEqual({ audio: null, fault: 'failed' });
      await fs.rm(path.dirname(file), { recursive: true });
    }
  });
});
