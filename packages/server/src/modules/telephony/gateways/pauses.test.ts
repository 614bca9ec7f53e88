/** @module-tag full */
import type { Person } from '@trunkline/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasAsterisk, startAsterisk, type Gateway } from '../../../../test/telephony/asterisk.ts';
import { testApp, type TestApp } from '../../../../test/app.ts';

const PATIENT = { timeout: 15_000, interval: 50 };

describe.skipIf(!hasAsterisk)('the queues of a gateway', () => {
  let gateway: Gateway;
  let app: TestApp;

  beforeAll(async () => {
    gateway = await startAsterisk();
    app = await testApp();
    await app.connect('dewi');
    await assignExtension('2001');
    const { host, port, isTls, username, secret } = gateway.ami;
    await app.as('admin', 'POST', '/api/phone/gateways', {
      name: 'Head office',
      department_id: app.departmentIds[0],
      is_active: true,
      after_call_seconds: 0,
      host,
      port,
      is_tls: isTls,
      username,
      secret,
    });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });

  async function assignExtension(extension: string): Promise<void> {
    const { body } = await app.as('admin', 'GET', '/api/users');
    const { id, version } = (body as { data: Person[] }).data.find((one) => one.username === 'dewi') ?? {};
    await app.as('admin', 'PATCH', `/api/users/${id}`, { version, extension });
  }
  const choose = (activity: number, more: object = {}) =>
    app.as('dewi', 'PUT', '/api/user/activity', { user_activity_id: activity, ...more });
  async function isPaused(extension: string, queue = 'support'): Promise<boolean> {
    const said = await gateway.cli(`queue show ${queue}`);
    const member = said.split('\n').find((line) => line.trim().startsWith(extension));
    if (member === undefined) throw new Error(`${extension} is not in ${queue}`);
    return member.includes('paused');
  }

  it('pass over whoever is not there from the first moment, and leave phones of nobody alone', async () => {
    await expect.poll(() => isPaused('2001'), PATIENT).toBe(true);
    expect(await isPaused('2002')).toBe(false);
  });

  it('ring whoever is ready, and not who is on a break or takes messages only', async () => {
    await choose(6);
    await expect.poll(() => isPaused('2001'), PATIENT).toBe(false);
    const { rows } = await app.platform.db.pool.query('select id from break_reasons order by id limit 1');
    await choose(3, { break_reason_id: Number(rows[0].id) });
    await expect.poll(() => isPaused('2001'), PATIENT).toBe(true);
    await choose(6);
    await expect.poll(() => isPaused('2001'), PATIENT).toBe(false);
  });

  it('go by what is so when the gateway was started anew, and by who was put into one', async () => {
    await gateway.kill();
    await choose(1);
    await gateway.boot();
    await expect.poll(() => isPaused('2001'), PATIENT).toBe(true);
    await gateway.cli('queue add member PJSIP/2001 to sales penalty 0 as 2001 state_interface PJSIP/2001');
    await expect.poll(() => isPaused('2001', 'sales'), PATIENT).toBe(true);
    await choose(6);
    await expect.poll(() => isPaused('2001', 'sales'), PATIENT).toBe(false);
  });

  it('go by whose phone it is', async () => {
    await choose(1);
    await expect.poll(() => isPaused('2001'), PATIENT).toBe(true);
    await assignExtension('2002');
    await expect.poll(() => isPaused('2002'), PATIENT).toBe(true);
    // Dialled through the dial plan, as some installations do.
    await assignExtension('2004');
    await expect.poll(() => isPaused('2004', 'billing'), PATIENT).toBe(true);
    // As FreePBX has its members: named after people, with a hint for their state.
    await assignExtension('2003');
    await gateway.cli(
      'queue add member Local/2003@from-queue/n to sales penalty 0 as Rina state_interface hint:2003@ext-local',
    );
    await expect.poll(() => isPaused('Rina', 'sales'), PATIENT).toBe(true);
  });
});
