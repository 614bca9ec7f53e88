/** @module-tag full */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { PhoneSetupItem, PhoneSetupState, TypedPhoneItem } from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  startPhone,
  type Gateway,
} from '../../../../test/telephony/asterisk.ts';
import { deskOf } from '../../../../test/desk.ts';
import { followGateway, type Desk } from '../../../../test/telephony/phone-desk.ts';
import { waveOf } from '../../../../test/wave.ts';

const BOOTS_MS = 60_000;
const PATIENT = { timeout: 20_000 };
const HANG_UP = { to: 'hang_up' } as const;

describe.skipIf(!hasAsterisk)('what is set up for a real gateway', { timeout: BOOTS_MS }, () => {
  let app: TestApp;
  let gateway: Gateway;
  let desk: Desk;
  let id: number;
  const closing: (() => Promise<unknown>)[] = [];
  const { data } = deskOf(() => app);
  const fetched: string[] = [];

  beforeAll(async () => {
    [app, gateway] = await Promise.all([testApp(), startAsterisk()]);
    await sql`update users set extension = '2001' where username = 'dewi'`.execute(app.platform.db.q);
    app.app.http.app.addHook('onRequest', async ({ url }) => {
      if (url.startsWith('/api/phone/prompts/')) fetched.push(url);
      return Promise.resolve();
    });
    // Starts listening, so that the gateway can fetch prompts.
    await app.connect('dewi');
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    const { host, port, isTls, username, secret } = gateway.ami;
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
      server_url: app.url(),
    });
    id = made.id;
    desk = followGateway(gateway.ami);
    await desk.until('connected', () => desk.ups > 0 || undefined);
  }, BOOTS_MS);
  afterAll(async () => {
    await desk.stop();
    await app.close();
    await gateway.stop();
  });
  afterEach(async () => {
    // Callers are closed before the phones that they call.
    for (const close of closing.splice(0)) await close();
  });

  const make = (body: TypedPhoneItem) =>
    data<PhoneSetupItem>('admin', 'POST', `/api/phone/gateways/${id}/setup`, body);
  const change = (item: number, body: TypedPhoneItem) =>
    data<PhoneSetupItem>('admin', 'PUT', `/api/phone/gateways/${id}/setup/${item}`, body);
  const state = async () =>
    (await data<{ state: PhoneSetupState }>('admin', 'GET', `/api/phone/gateways/${id}/setup`)).state;
  const applied = async () => {
    await expect.poll(state, PATIENT).toMatchObject({ state: 'applied', fault: null });
  };
  const callFrom = (number: string) => desk.call((call) => call.number === number);
  async function calls(number: string, dialled: string, keys = '') {
    const caller = await startCaller({ sip: gateway.sip, number, dialled, keys });
    closing.unshift(() => caller.hangUp());
    return caller;
  }
  async function phone(extension: string) {
    const one = await startPhone({ sip: gateway.sip, extension });
    closing.push(() => one.stop());
  }

  const queue = (more: object = {}): TypedPhoneItem => ({
    kind: 'queue',
    name: 'Help desk',
    strategy: 'rrmemory',
    ring_seconds: 15,
    wrap_up_seconds: 0,
    wait_seconds: 120,
    after_wait: HANG_UP,
    welcome_id: null,
    announce_id: null,
    announce_seconds: 30,
    members: [{ user_id: app.idOf('dewi') }],
    ...more,
  });
  const menu = (more: object): TypedPhoneItem => ({
    kind: 'menu',
    name: 'Main menu',
    prompt_id: null,
    invalid_id: null,
    timeout_seconds: 5,
    tries: 2,
    options: [],
    otherwise: HANG_UP,
    ...more,
  });
  const number = (to: number, more: object = {}): TypedPhoneItem => ({
    kind: 'number',
    name: 'Main number',
    number: '1777',
    office_hours_id: null,
    open: { to: 'menu', id: to },
    closed: HANG_UP,
    ...more,
  });

  let [queueId, menuId, promptId] = [0, 0, 0];

  it('leads a caller through prompt and menu to the agent of the queue', async () => {
    promptId = (await make({ kind: 'prompt', name: 'Welcome', text: '', language: 'en', audio: waveOf(400) }))
      .id;
    queueId = (await make(queue())).id;
    menuId = (
      await make(menu({ prompt_id: promptId, options: [{ key: '1', target: { to: 'queue', id: queueId } }] }))
    ).id;
    await make(number(menuId));
    await applied();
    await phone('2001');
    await calls('081234577701', '1777', '1');
    const talks = await desk.until('they talk', () => callFrom('081234577701')?.talks.at(-1));
    expect(talks.extension).toBe('2001');
    expect(callFrom('081234577701')).toMatchObject({
      direction: 'in',
      dialled: '1777',
      menu: { keypress: '1' },
      queues: [{ queue: 'helpdesk', outcome: 'connected' }],
    });
    expect(fetched).toHaveLength(1);
    await expect
      .poll(
        () => app.platform.db.q.selectFrom('phone_calls').select(['queue', 'ivr_keypress']).execute(),
        PATIENT,
      )
      .toEqual([{ queue: 'helpdesk', ivr_keypress: '1' }]);
    const recorded = await fs.readdir(path.join(gateway.folder, 'spool/recording'));
    expect(recorded).toContainEqual(expect.stringMatching(/-customer\.wav$/));
  });

  it('changes under a call, which goes on, and holds for the next one', async () => {
    await phone('2001');
    await calls('081234577702', '1777', '1');
    await desk.until('they talk', () => callFrom('081234577702')?.talks.at(-1));
    await change(
      menuId,
      menu({ prompt_id: promptId, options: [{ key: '2', target: { to: 'queue', id: queueId } }] }),
    );
    await change(queueId, queue({ members: [{ extension: '2002' }], wait_seconds: 60 }));
    await applied();
    expect(await gateway.cli('queue show helpdesk')).not.toContain('PJSIP/2001');
    expect(callFrom('081234577702')).toMatchObject({ ended: null, talks: [{ to: null }] });

    await phone('2002');
    await calls('081234577703', '1777', '2');
    const talk = await desk.until('they talk', () => callFrom('081234577703')?.talks.at(-1));
    expect(talk.extension).toBe('2002');
    expect(callFrom('081234577703')).toMatchObject({ menu: { keypress: '2' } });
    expect(callFrom('081234577702')).toMatchObject({ ended: null, talks: [{ to: null }] });
  });

  it('has whoever waited for too long leave a message', async () => {
    const nobody = { name: 'Nobody', members: [], wait_seconds: 10, after_wait: { to: 'message' } };
    const { id: waits } = await make(queue(nobody));
    await make(number(menuId, { name: 'Nobody there', number: '1799', open: { to: 'queue', id: waits } }));
    await applied();
    await calls('081234577799', '1799');
    const contexts = () => gateway.cli('core show channels concise');
    await expect.poll(contexts, { timeout: 40_000 }).toMatch(/!(?:nobody|leave-message)!/);
  });

  it('is there again where the gateway has lost it', async () => {
    await gateway.kill();
    for (const file of ['extensions', 'queues'])
      await fs.rm(path.join(gateway.folder, `etc/${file}_trunkline.conf`));
    const { ups } = desk;
    await gateway.boot();
    await desk.until('up again', () => desk.ups > ups || undefined);
    await expect.poll(() => gateway.cli('queue show helpdesk'), PATIENT).toContain('PJSIP/2002');
    await expect.poll(() => gateway.cli('dialplan show trunkline-numbers'), PATIENT).toContain('1777');
    await phone('2002');
    await calls('081234577704', '1777', '2');
    await desk.until('they talk', () => callFrom('081234577704')?.talks.at(-1));
    await applied();
  });

  it('goes by the office hours, also where they change', async () => {
    // Of two such minutes a year, at most one is now.
    const never = 'Mo 03:00-03:01';
    const create = { values: { name: 'Night shift', time_zone: 'Asia/Jakarta', hours: never } };
    const hours = await data<{ id: number; version: number }>(
      'admin',
      'POST',
      '/api/settings/office_hours',
      create,
    );
    const night = await make({
      kind: 'prompt',
      name: 'Closed',
      text: '',
      language: 'id',
      audio: waveOf(300),
    });
    await make(
      number(menuId, {
        name: 'By day',
        number: '1778',
        office_hours_id: hours.id,
        open: { to: 'queue', id: queueId },
        closed: { to: 'prompt', id: night.id },
      }),
    );
    await applied();
    fetched.splice(0);
    const caller = await startCaller({ sip: gateway.sip, number: '081234577705', dialled: '1778' });
    // The caller hears that the office is closed, and is then hung up.
    expect(await caller.ended).toBe(true);
    expect(fetched).toHaveLength(1);

    await data('admin', 'PATCH', `/api/settings/office_hours/${hours.id}`, {
      version: hours.version,
      values: { hours: 'Mo-Su 00:00-24:00' },
    });
    await expect
      .poll(() => gateway.cli(`dialplan show trunkline-hours-${hours.id}`), PATIENT)
      .toContain('00:00-23:59,sun,*,*,Asia/Jakarta');
    await calls('081234577706', '1778');
    await desk.until('waits', () => callFrom('081234577706')?.queues.at(-1));
  });

  it('follows somebody’s extension', async () => {
    await change(queueId, queue());
    await applied();
    await expect.poll(() => gateway.cli('queue show helpdesk'), PATIENT).toContain('PJSIP/2001');
    const people = await data<{ id: number; version: number }[]>('admin', 'GET', '/api/users');
    const { version } = people.find((one) => one.id === app.idOf('dewi')) ?? { version: 0 };
    await data('admin', 'PATCH', `/api/users/${app.idOf('dewi')}`, { version, extension: '2004' });
    await expect.poll(() => gateway.cli('queue show helpdesk'), PATIENT).toContain('PJSIP/2004');
  });

  it('leaves the queues of the operator alone, and has trunks that it can say of how they are', async () => {
    expect(await make(queue({ name: 'Support' }))).toMatchObject({ queue: 'support2' });
    const carrier: TypedPhoneItem = {
      kind: 'trunk',
      name: 'Carrier',
      host: '127.0.0.1',
      port: gateway.ports.carrier,
      username: 'us',
      registers: true,
      is_for_calls_out: true,
      codecs: ['alaw', 'ulaw'],
      match: [],
      secret: 'hush',
    };
    const trunk = await make(carrier);
    await applied();
    expect(await gateway.cli(`pjsip show endpoint trunkline-trunk-${trunk.id}`)).toContain('from-trunk');
    expect(await gateway.cli('dialplan show trunkline-out')).toContain(`trunkline-trunk-${trunk.id}`);
    expect(await gateway.cli('queue show support')).toContain('PJSIP/1001');
    const states = () => data('admin', 'GET', `/api/phone/gateways/${id}/trunks`);
    await expect.poll(states, PATIENT).toEqual([{ id: trunk.id, state: 'unregistered' }]);
    await change(trunk.id, { ...carrier, registers: false });
    await expect.poll(states, PATIENT).toEqual([{ id: trunk.id, state: 'unknown' }]);
    // Outside calls use the trunk, even if the carrier does not answer checks; without it they go as before.
    const outside = await startPhone({ sip: gateway.sip, port: gateway.ports.carrier });
    closing.push(() => outside.stop());
    await phone('2001');
    await desk.ask({
      Action: 'Originate',
      Channel: 'PJSIP/2001',
      Async: 'true',
      CallerID: '2001',
      Context: 'from-internal',
      Exten: '081234577708',
      Priority: '1',
    });
    await desk.until('they talk', () => callFrom('081234577708')?.talks.at(-1));
    expect(await gateway.cli('core show channels concise')).toContain(`PJSIP/trunkline-trunk-${trunk.id}-`);
    await gateway.cli('channel request hangup all');
    await desk.until('over', () => callFrom('081234577708')?.ended);
    expect(await app.as('admin', 'DELETE', `/api/phone/gateways/${id}/setup/${trunk.id}`)).toMatchObject({
      status: 200,
    });
    await applied();
    expect(await gateway.cli('dialplan show trunkline-out')).toContain('no existence');
  });

  it('says what is missing where the gateway’s user may not write, and writes when it may', async () => {
    const file = path.join(gateway.folder, 'etc/manager.conf');
    const conf = await fs.readFile(file, 'utf8');
    const write = async (text: string) => {
      await fs.writeFile(file, text);
      await gateway.cli('manager reload');
    };
    await write(conf.replace('originate,config', 'originate'));
    await change(menuId, menu({ tries: 4 }));
    await expect.poll(state, PATIENT).toMatchObject({ state: 'failed', fault: 'no_right' });
    await write(conf);
    const applying = await data('admin', 'POST', `/api/phone/gateways/${id}/setup/apply`);
    expect(applying).toMatchObject({ state: 'applied', fault: null });
    expect(await gateway.cli(`dialplan show trunkline-menu-${menuId}`)).toContain('<4');
  });
});
