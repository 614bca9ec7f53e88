/** @module-tag full */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { CallRecording, LiveCalls, PhoneGateway, RecordingWaveform } from '@trunkline/contract';
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
import { followGateway } from '../../../../test/telephony/phone-desk.ts';

const BOOTS_MS = 60_000;
const PATIENT = { timeout: 30_000 };
const OWN = '2001';
/** 8,000 samples per second of 16 bits. */
const BYTES_A_MS = 16;
/** The length of a WAV header. */
const SOUND_FROM = 44;

describe.skipIf(!hasAsterisk)('what a real gateway records', { timeout: BOOTS_MS }, () => {
  let app: TestApp;
  let gateway: Gateway;
  const ends: (() => Promise<unknown>)[] = [];
  const told: number[] = [];

  beforeAll(async () => {
    [app, gateway] = await Promise.all([testApp(), startAsterisk()]);
    const { q } = app.platform.db;
    await sql`update users set extension = ${OWN} where username = 'dewi'`.execute(q);
    const [department] = await q.selectFrom('departments').select('id').orderBy('id').execute();
    const { host, port, isTls, username, secret } = gateway.ami;
    const body = {
      name: 'Main line',
      department_id: department?.id,
      is_active: true,
      host,
      port,
      is_tls: isTls,
      username,
      secret,
      after_call_seconds: 0,
      ws_url: gateway.wsUrl,
    };
    await app.connect('dewi');
    await app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: 6 });
    await app.as('admin', 'POST', '/api/phone/gateways', body);
    for (let left = 400; (await health()) !== 'ok' && left > 0; left -= 1)
      await new Promise((resolve) => void setTimeout(resolve, 25));
  }, BOOTS_MS);
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });
  afterEach(async () => {
    await gateway.cli('channel request hangup all');
    for (const end of ends.splice(0)) await end();
  });

  async function health(): Promise<string | undefined> {
    const { body } = await app.as('admin', 'GET', '/api/phone/gateways');
    return (body as { data: PhoneGateway[] }).data[0]?.health.state;
  }
  /** A customer talks with the agent; returns the ticket's id. */
  async function startCall(number: string): Promise<number> {
    const phone = await startPhone({ sip: gateway.sip, extension: OWN });
    const caller = await startCaller({ sip: gateway.sip, number, keys: '1' });
    ends.push(phone.stop, () => caller.vanish());
    const find = async () => {
      const { body } = await app.as('admin', 'GET', '/api/monitoring/calls');
      return (body as { data: LiveCalls }).data.calls.find((one) => one.number === number);
    };
    await expect.poll(async () => (await find())?.state, PATIENT).toBe('connected');
    return (await find())?.ticket_id ?? 0;
  }
  async function recordings(ticketId: number): Promise<CallRecording[]> {
    const { body } = await app.as('dewi', 'GET', `/api/tickets/${ticketId}/recordings`);
    return (body as { data: CallRecording[] }).data;
  }
  const folder = () => path.join(gateway.folder, 'spool/recording');
  const stored = () => fs.readdir(folder());
  /** Waits until this much more is recorded. */
  async function talkOn(ms: number): Promise<void> {
    const [file] = (await stored()).filter((name) => name.endsWith('-customer.wav'));
    const size = async () => (await fs.stat(path.join(folder(), file ?? ''))).size;
    const until = (await size()) + ms * BYTES_A_MS;
    await expect.poll(size, PATIENT).toBeGreaterThan(until);
  }
  async function waves(id: number): Promise<RecordingWaveform['people']> {
    const { body } = await app.as('dewi', 'GET', `/api/recordings/${id}/waveform`);
    return (body as { data: RecordingWaveform }).data.people;
  }

  it('comes to the ticket, each side by itself, and is gone at the gateway', async () => {
    const socket = await app.connect('dewi');
    const ticketId = await startCall('081234500051');
    socket.on('ticket-recorded', ({ ticket_id: id }: { ticket_id: number }) => told.push(id));
    await socket.timeout(5000).emitWithAck('resume', { after: null, topics: [`ticket:${ticketId}`] });
    await talkOn(3000);
    await gateway.cli('channel request hangup all');
    await expect.poll(async () => (await recordings(ticketId)).length, PATIENT).toBe(1);
    const [recording] = await recordings(ticketId);
    expect(recording).toMatchObject({
      state: 'ready',
      parts: [
        { number: 1, role: 'customer', has_video: false },
        { number: 2, role: 'agent', has_video: false },
      ],
    });
    for (const { duration_ms, bytes } of recording?.parts ?? []) {
      expect(duration_ms).toBeGreaterThan(2000);
      expect(bytes).toBeGreaterThan(2000 * BYTES_A_MS);
    }
    const { status, body } = await app.as('dewi', 'GET', `/api/recordings/${recording?.id}/parts/1`);
    expect([status, String(body).slice(0, 4)]).toEqual([200, 'RIFF']);
    for (const { peaks } of await waves(recording?.id ?? 0)) expect(Math.max(...peaks)).toBeGreaterThan(5);
    await expect.poll(() => told, PATIENT).toEqual([ticketId]);
    await expect.poll(stored, PATIENT).toEqual([]);
  });

  it('goes on in another queue, behind what was said before', async () => {
    const ticketId = await startCall('081234500053');
    await talkOn(3000);
    const [channel] = (await gateway.cli('core show channels concise'))
      .split('\n')
      .filter((line) => line.startsWith('PJSIP/trunk'))
      .map((line) => line.split('!')[0]);
    const [file] = (await stored()).filter((name) => name.endsWith('-customer.wav'));
    const sound = async () => (await fs.readFile(path.join(folder(), file ?? ''))).subarray(SOUND_FROM);
    const first = await sound();
    expect(first.length).toBeGreaterThan(2500 * BYTES_A_MS);
    await gateway.cli(`channel redirect ${channel} to-queue,support,1`);
    await talkOn(3000);
    expect((await sound()).subarray(0, first.length).equals(first)).toBe(true);
    await gateway.cli('channel request hangup all');
    await expect.poll(async () => (await recordings(ticketId)).length, PATIENT).toBe(1);
    const [recording] = await recordings(ticketId);
    for (const { duration_ms } of recording?.parts ?? []) expect(duration_ms).toBeGreaterThan(5500);
  });

  it('goes on while another queue is asked in which nobody answers, and after it', async () => {
    const ticketId = await startCall('081234500054');
    await talkOn(2000);
    const desk = followGateway(gateway.ami);
    ends.push(() => desk.stop());
    await desk.until('connected', () => desk.ups > 0 || undefined);
    const phone = desk.call(({ talks }) => talks.some(({ to }) => to === null))?.phones.at(-1);
    const waiting = () => gateway.cli('queue show sales');
    const target = { Context: 'from-internal', Exten: '*6sales' };
    await desk.ask({ Action: 'Atxfer', Channel: phone?.channel, ...target });
    await expect.poll(waiting, PATIENT).toMatch(/1\. /);
    await talkOn(1000);
    await desk.ask({ Action: 'CancelAtxfer', Channel: phone?.channel });
    await expect.poll(waiting, PATIENT).toContain('No Callers');
    await talkOn(2000);
    // What the agent says in the second queue is nobody's recording.
    expect(
      new Set((await stored()).map((name) => name.replace(/(?:-customer|-agent)?\.wav$/, ''))).size,
    ).toBe(1);
    await gateway.cli('channel request hangup all');
    await expect.poll(async () => (await recordings(ticketId)).length, PATIENT).toBe(1);
    const [recording] = await recordings(ticketId);
    expect(recording?.parts.map(({ role }) => role)).toEqual(['customer', 'agent']);
    for (const { duration_ms } of recording?.parts ?? []) expect(duration_ms).toBeGreaterThan(7000);
    for (const { peaks } of await waves(recording?.id ?? 0))
      expect(peaks.slice(-10).some((peak) => peak > 5)).toBe(true);
    await expect.poll(stored, PATIENT).toEqual([]);
  });

  it('has nothing of what is said while it is paused', async () => {
    const ticketId = await startCall('081234500052');
    await talkOn(2000);
    const pause = (is_paused: boolean) =>
      app.as('dewi', 'POST', '/api/phone/calls/own/recording', { is_paused });
    expect((await pause(true)).status).toBe(200);
    await talkOn(2000);
    expect((await pause(false)).status).toBe(200);
    await talkOn(1000);
    await gateway.cli('channel request hangup all');
    await expect.poll(async () => (await recordings(ticketId)).length, PATIENT).toBe(1);
    const [recording] = await recordings(ticketId);
    for (const { peaks } of await waves(recording?.id ?? 0)) {
      // Steps of a tenth of a second.
      expect(peaks.filter((peak) => peak < 2).length).toBeGreaterThan(15);
      expect(peaks.slice(-5).some((peak) => peak > 5)).toBe(true);
    }
    const audit = await app.platform.db.q
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'phone-call.recording-%')
      .orderBy('id')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'phone-call.recording-paused',
      'phone-call.recording-resumed',
    ]);
    expect((await pause(true)).status).toBe(404);
  });
});
