import { randomBytes } from 'node:crypto';
import { Media, type WidgetSettings } from '@trunkline/contract';
import type { Db, Query } from '#platform/db';
import { insertActivity } from './demo-activity.ts';
import { insertCalls } from './demo-calls.ts';
import { insertFields } from './demo-fields.ts';
import { insertInformation } from './demo-information.ts';
import { insertHistory } from './demo-insert.ts';
import { insertOfficeHours } from './demo-sla.ts';
import { insertSkills } from './demo-skills.ts';
import { MACROS, RULES, TEMPLATES } from './demo-scenarios.ts';
import {
  insertBasics,
  insertPeople,
  newPassword,
  type FirstLogin,
  type SaveLogins,
  type DemoPerson,
} from './workspace.ts';

const DEPARTMENTS = ['Customer care', 'Billing', 'Technical support'];
const TYPES = ['Question', 'Request', 'Complaint', 'Problem'];
const CALLER_TYPES = ['Customer', 'Café partner', 'Supplier', 'Press'];
const CATEGORIES: Record<string, string[]> = {
  Delivery: ['Late parcel', 'Address', 'Damaged parcel'],
  Payment: ['Refund', 'Double charge', 'Invoice'],
  Product: ['Defect', 'Advice', 'Spare part'],
  Subscription: ['Pause', 'Change', 'Cancel'],
  Account: ['Sign-in', 'Data'],
  Sales: ['Wholesale', 'Offer'],
};

const WIDGET: WidgetSettings = {
  color: '#0f766e',
  position: 'right',
  title: { en: 'Kopi Nusantara', id: 'Kopi Nusantara' },
  greeting: {
    en: 'Questions about your order, your grinder or your beans? We are here.',
    id: 'Ada pertanyaan soal pesanan, grinder, atau biji kopi? Kami siap membantu.',
  },
  default_language: 'en',
  calls: { voice: true, video: true },
  pre_chat: [
    { field: 'name', required: true },
    { field: 'email', required: true },
    { field: 'phone', required: false },
    { field: 'question', required: true },
  ],
  allowed_sites: [],
};

/** Inserts the macros and automation rules of the demo. */
async function insertSteps(q: Query): Promise<void> {
  await q.insertInto('macros').values(inOrder(MACROS)).execute();
  await q.insertInto('automation_rules').values(inOrder(RULES)).execute();
}

/** Sets up the demo workspace: a working contact centre of a coffee shop, so that every screen has believable content. */
export async function setUpDemo(
  db: Db,
  { password: chosen, keep }: { password: string | undefined; keep: SaveLogins },
): Promise<FirstLogin[]> {
  const now = new Date();
  return db.q.transaction().execute(async (trx) => {
    const levels = await insertBasics(trx);
    await insertOfficeHours(trx);
    const departments = await insertNamed(trx, 'departments', DEPARTMENTS);
    await insertNamed(trx, 'ticket_types', TYPES);
    await insertNamed(trx, 'caller_types', CALLER_TYPES);
    const categories = await insertNamed(trx, 'categories', Object.keys(CATEGORIES));
    const subcategories = Object.values(CATEGORIES).flatMap((names, index) =>
      names.map((name) => ({ name, category_id: categories[index] ?? 0 })),
    );
    await trx.insertInto('subcategories').values(inOrder(subcategories)).execute();
    await trx
      .insertInto('templates')
      .values(inOrder(TEMPLATES.map((template) => ({ ...template, media_id: null }))))
      .execute();
    await insertSteps(trx);
    await trx
      .insertInto('app_config')
      .values([
        { key: 'organisation', value: JSON.stringify('Kopi Nusantara') },
        { key: 'time_zone', value: JSON.stringify('Asia/Jakarta') },
        { key: 'is_demo', value: 'true' },
      ])
      .execute();
    const widget = await trx
      .insertInto('channel_accounts')
      .values({
        media_id: Media.liveChat,
        name: 'Web shop',
        key: randomBytes(9).toString('base64url'),
        department_id: departments[0] ?? 0,
        settings: JSON.stringify(WIDGET),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const people = castOf(departments).map((person) => ({
      ...person,
      password: chosen ?? newPassword(),
    }));
    const ids = await insertPeople(trx, levels, people);
    await insertSkills(trx, ids);
    await insertInformation(trx, ids.get('admin') ?? 0, now);
    const agents = people
      .filter(({ level }) => level === 'agent')
      .map(({ username, fullname, departments: own }) => ({
        id: ids.get(username) ?? 0,
        fullname,
        departments: own,
      }));
    await trx.updateTable('first_run').set({ step: 'done', is_hidden: true }).execute();
    await insertHistory(trx, { agents, departments, widgetId: widget.id, now });
    await insertFields(trx, now);
    await insertActivity(
      trx,
      agents.map(({ id }) => id),
      now,
    );
    await insertCalls(trx, { departmentId: departments[0] ?? 0, widgetId: widget.id });
    const logins = people.map(({ username, password, level }) => ({ username, password, what: level }));
    keep(logins);
    return logins;
  });
}

const inOrder = <T extends object>(rows: readonly T[]) =>
  rows.map((row, index) => ({ ...row, position: index + 1 }));

async function insertNamed(
  q: Db['q'],
  table: 'departments' | 'ticket_types' | 'caller_types' | 'categories',
  names: readonly string[],
): Promise<number[]> {
  const rows = await q
    .insertInto(table)
    .values(inOrder(names.map((name) => ({ name }))))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

function castOf([care = 0, billing = 0, technical = 0]: readonly number[]): DemoPerson[] {
  const all = [care, billing, technical];
  return [
    {
      username: 'admin',
      fullname: 'Ratna Wijaya',
      level: 'administrator',
      departments: all,
      extension: '100',
    },
    {
      username: 'supervisor',
      fullname: 'Michael Tan',
      level: 'supervisor',
      departments: all,
      isMonitoring: true,
      extension: '101',
    },
    { username: 'qa', fullname: 'Laras Prameswari', level: 'qa', departments: all, extension: '102' },
    { username: 'agent1', fullname: 'Dewi Lestari', level: 'agent', departments: [care], extension: '201' },
    {
      username: 'agent2',
      fullname: 'Budi Santoso',
      level: 'agent',
      departments: [care, billing],
      extension: '202',
    },
    {
      username: 'agent3',
      fullname: 'Sarah Collins',
      level: 'agent',
      departments: [billing],
      extension: '203',
    },
    {
      username: 'agent4',
      fullname: 'Andi Pratama',
      level: 'agent',
      departments: [technical],
      extension: '204',
    },
    {
      username: 'agent5',
      fullname: 'Maya Putri',
      level: 'agent',
      departments: [technical, care],
      extension: '205',
    },
    { username: 'agent6', fullname: 'Tom Baker', level: 'agent', departments: [care], extension: '206' },
  ];
}
