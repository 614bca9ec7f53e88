/** @module-tag full */
import fs from 'node:fs/promises';
import path from 'node:path';
import type {
  CallRecording,
  Message,
  PhoneGateway,
  RecordingPart,
  RecordingWaveform,
  Ticket,
} from '@trunkline/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import {
  hasAsterisk,
  startAsterisk,
  startCaller,
  type Gateway,
} from '../../../../test/telephony/asterisk.ts';

const BOOTS_MS = 90_000;
const PATIENT = { timeout: 40_000 };
/** 8,000 samples per second of 16 bits. */
const BYTES_A_MS = 16;

describe.skipIf(!hasAsterisk)(
  'a message that a caller leaves at a real gateway',
  { timeout: BOOTS_MS },
  () => {
    let app: TestApp;
    let gateway: Gateway;
    let gatewayId: number;
    const ends: (() => Promise<unknown>)[] = [];

    beforeAll(async () => {
      [app, gateway] = await Promise.all([testApp(), startAsterisk()]);
      await gateway.cli('dialplan set global LONGEST_WAIT 1');
      const { q } = app.platform.db;
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
      const made = await app.as('admin', 'POST', '/api/phone/gateways', body);
      gatewayId = (made.body as { data: PhoneGateway }).data.id;
      await followed();
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
    const followed = () => vi.waitFor(async () => expect(await health()).toBe('ok'), PATIENT);
    const setActive = (isActive: boolean) =>
      app.as('admin', 'PATCH', `/api/phone/gateways/${gatewayId}`, { is_active: isActive });
    const folder = () => path.join(gateway.folder, 'spool/recording');
    const stored = async () => (await fs.readdir(folder())).filter((name) => name.endsWith('-message.wav'));
    const noted = () => gateway.cli('database show trunkline-messages');

    /** A customer who waits too long and speaks until this much is recorded. */
    async function leaveVoicemail(number: string, ms: number) {
      const caller = await startCaller({ sip: gateway.sip, number, keys: '1' });
      ends.push(() => caller.vanish());
      const size = async () => {
        const [file] = await stored();
        return file === undefined ? -1 : (await fs.stat(path.join(folder(), file))).size;
      };
      await expect.poll(size, { ...PATIENT, interval: 20 }).toBeGreaterThanOrEqual(ms * BYTES_A_MS);
      return caller;
    }
    async function ticketOf(number: string): Promise<Ticket | undefined> {
      const { body } = await app.as('dewi', 'GET', `/api/tickets?q=${number.slice(1)}`);
      return (body as { data: Ticket[] }).data[0];
    }
    async function waiting(number: string): Promise<Ticket> {
      await expect.poll(async () => (await ticketOf(number))?.last_message, PATIENT).toMatch(/^🎤 0:\d\d$/);
      return (await ticketOf(number)) as Ticket;
    }
    async function timeline(ticketId: number): Promise<Message[]> {
      const { body } = await app.as('dewi', 'GET', `/api/tickets/${ticketId}/timeline`);
      return (body as { data: Message[] }).data;
    }
    async function recordings(ticketId: number): Promise<CallRecording[]> {
      const { body } = await app.as('dewi', 'GET', `/api/tickets/${ticketId}/recordings`);
      return (body as { data: CallRecording[] }).data;
    }
    async function brought(ticketId: number): Promise<CallRecording> {
      await expect.poll(async () => (await recordings(ticketId)).length, PATIENT).toBe(1);
      // A fetched recording is deleted at the gateway, and its note too.
      await expect.poll(stored, PATIENT).toEqual([]);
      await expect.poll(noted, PATIENT).toContain('0 results');
      return (await recordings(ticketId))[0] as CallRecording;
    }
    const voicemails = async (ticketId: number) =>
      (await timeline(ticketId)).filter(({ extra }) => extra?.kind === 'voicemail');

    it('waits on the ticket of the call, which has its sound, and is kept where they hang up in the middle', async () => {
      const number = '081234500071';
      const caller = await leaveVoicemail(number, 3000);
      await caller.hangUp();
      const ticket = await waiting(number);
      expect(ticket).toMatchObject({
        status: 'open',
        assignee_id: null,
        last_message_by: 'customer',
        unread: 1,
      });
      expect(ticket.waiting_since).not.toBeNull();
      const recording = await brought(ticket.id);
      expect(recording).toMatchObject({ kind: 'voicemail', state: 'ready', parts: [{ role: 'customer' }] });
      const [message] = await voicemails(ticket.id);
      expect(message).toMatchObject({
        kind: 'inbound',
        extra: { voicemail: { call_id: recording.call_id } },
      });
      const part = recording.parts[0] as RecordingPart;
      expect(part.duration_ms).toBeGreaterThan(2900);
      expect(part.duration_ms).toBeLessThan(15_000);
      expect(Math.abs((message?.extra?.voicemail?.seconds ?? 0) * 1000 - part.duration_ms)).toBeLessThan(
        1500,
      );
      const { body } = await app.as('dewi', 'GET', `/api/recordings/${recording.id}/waveform`);
      const [voice] = (body as { data: RecordingWaveform }).data.people;
      expect(Math.max(...(voice?.peaks ?? []))).toBeGreaterThan(5);
      // Fetching it again does not make a second one.
      await app.platform.db.transaction((tx) =>
        tx.enqueue('phone:bring-message', { call_id: recording.call_id }, {}),
      );
      await setActive(false);
      await setActive(true);
      await followed();
      expect(await voicemails(ticket.id)).toHaveLength(1);
      expect(await recordings(ticket.id)).toHaveLength(1);
    });

    it('of which nobody was told, because nobody followed the gateway, is there when somebody does again', async () => {
      const number = '081234500072';
      await setActive(false);
      const caller = await leaveVoicemail(number, 2500);
      await caller.hangUp();
      await expect.poll(noted, PATIENT).toContain('1 results');
      expect(await ticketOf(number)).toBeUndefined();
      await setActive(true);
      const ticket = await waiting(number);
      await brought(ticket.id);
      expect(await voicemails(ticket.id)).toHaveLength(1);
    });

    it('waits on its ticket while the gateway is away, and has its sound when that is back', async () => {
      const number = '081234500073';
      const { q } = app.platform.db;
      // The interface for recordings cannot be reached.
      await sql`update phone_gateways set ws_url = 'ws://127.0.0.1:9/ws'`.execute(q);
      const caller = await leaveVoicemail(number, 2500);
      await caller.hangUp();
      const ticket = await waiting(number);
      const tried = () =>
        sql<{
          n: number;
        }>`select max(attempts)::int as n from graphile_worker.jobs where task_identifier = 'phone:bring-message'`
          .execute(q)
          .then(({ rows }) => rows[0]?.n);
      await expect.poll(tried, PATIENT).toBeGreaterThan(0);
      await gateway.kill();
      await expect.poll(health, PATIENT).toBe('failing');
      await sql`update phone_gateways set ws_url = ${gateway.wsUrl}`.execute(q);
      await gateway.boot();
      await gateway.cli('dialplan set global LONGEST_WAIT 1');
      await brought(ticket.id);
      expect(await voicemails(ticket.id)).toHaveLength(1);
    });

    it('is none where they hang up at once', async () => {
      const number = '081234500074';
      const caller = await leaveVoicemail(number, 0);
      await caller.hangUp();
      await expect.poll(stored, PATIENT).toEqual([]);
      await expect.poll(noted, PATIENT).toContain('0 results');
      const ticket = await ticketOf(number);
      expect(ticket?.last_message).not.toContain('🎤');
      const ended = (await timeline(ticket?.id ?? 0)).find(({ event }) => event?.type === 'call_ended');
      expect(ended?.event).toMatchObject({ reason: 'abandoned' });
    });
  },
);
