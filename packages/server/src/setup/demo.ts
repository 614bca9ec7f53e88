import type { Db } from '#platform/db';
import { insertBasics, insertPeople, newPassword, type FirstLogin, type Person } from './workspace.ts';

const DEPARTMENTS = ['Customer care', 'Billing', 'Technical support'];

/** The demo workspace: a company at work, so that every screen has something believable to show. */
export async function setUpDemo(db: Db, chosenPassword: string | undefined): Promise<FirstLogin[]> {
  return db.q.transaction().execute(async (trx) => {
    const levels = await insertBasics(trx);
    const departments = await trx
      .insertInto('departments')
      .values(DEPARTMENTS.map((name, position) => ({ name, position })))
      .returning('id')
      .execute();
    const ids = departments.map(({ id }) => id);
    const people = castOf(ids).map((person) => ({ ...person, password: chosenPassword ?? newPassword() }));
    await insertPeople(trx, levels, people);
    return people.map(({ username, password, level }) => ({ username, password, what: level }));
  });
}

function castOf([care = 0, billing = 0, technical = 0]: readonly number[]): Person[] {
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
