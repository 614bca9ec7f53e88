import type { Level } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import {
  changesAnything,
  changesOf,
  codesOf,
  formOf,
  groupsOf,
  holdsMore,
  modulesOf,
  stateOf,
  withCellsSwitched,
  withCells,
  type Cell,
} from './level-form.ts';

const level = (modules: [code: string, activities: string, isActive?: 0 | 1][]): Level => ({
  id: 1,
  name: 'Agent',
  version: 3,
  visibility: 'department',
  second_factor: 'allowed',
  sign_in_rule: 'any',
  people: { active: 2, all: 3 },
  modules: modules.map(([code, activities, isActive = 1]) => ({
    module_code: code,
    module_activity_code: activities,
    is_active: isActive,
  })),
});
const agent = formOf(
  level([
    ['TICKETS', 'VIEW,REPLY'],
    ['CUSTOMERS', 'VIEW,EXPORT', 0],
  ]),
);
const view: Cell = { code: 'TICKETS', activity: 'VIEW' };
const reply: Cell = { code: 'TICKETS', activity: 'REPLY' };
const exporting: Cell = { code: 'CUSTOMERS', activity: 'EXPORT' };

describe('a role in the form', () => {
  it('travels back as it came, switched-off modules with it, in the order of the menu', () => {
    expect(modulesOf(agent)).toEqual(
      level([
        ['TICKETS', 'VIEW,REPLY'],
        ['CUSTOMERS', 'VIEW,EXPORT', 0],
      ]).modules,
    );
  });

  it('opens what is active in it', () => {
    expect([...codesOf(agent)]).toEqual(['TICKETS:VIEW', 'TICKETS:REPLY']);
  });
});

describe('the matrix', () => {
  it('is grouped as the menu is, and shows what opens something', () => {
    const codes = [
      'TICKETS:VIEW',
      'TICKETS:REPLY',
      'USERS:VIEW',
      'USERS:EDIT',
      'DEPARTMENTS:VIEW',
      'CONFIG_APP:VIEW',
    ];
    expect(groupsOf(codes).map(({ group, rows }) => [group, rows.map(({ code }) => code)])).toEqual([
      ['', ['TICKETS']],
      ['SETTINGS', ['USERS', 'DEPARTMENTS', 'CONFIG_APP']],
    ]);
    expect(groupsOf(codes)[0]?.rows[0]?.activities).toEqual(['VIEW', 'REPLY']);
  });

  it('gives VIEW with the first activity, and takes everything along with it', () => {
    const given = withCells(agent, [{ code: 'USERS', activity: 'EDIT' }], true);
    expect([...codesOf(given)]).toEqual(['TICKETS:VIEW', 'TICKETS:REPLY', 'USERS:VIEW', 'USERS:EDIT']);
    expect([...codesOf(withCells(given, [view], false))]).toEqual(['USERS:VIEW', 'USERS:EDIT']);
    expect([...codesOf(withCells(agent, [reply], false))]).toEqual(['TICKETS:VIEW']);
  });

  it('does not bring back the rest of a switched-off module with one cell', () => {
    const given = withCells(agent, [{ code: 'CUSTOMERS', activity: 'EDIT' }], true);
    expect([...codesOf(given)].filter((code) => code.startsWith('CUSTOMERS'))).toEqual([
      'CUSTOMERS:VIEW',
      'CUSTOMERS:EDIT',
    ]);
  });

  it('changes nothing where what is taken is not there', () => {
    expect(withCells(agent, [exporting], false)).toBe(agent);
  });
});

describe('a whole row or column', () => {
  const row: Cell[] = [view, reply, { code: 'TICKETS', activity: 'NOTE' }];
  const everything = new Set(['TICKETS:VIEW', 'TICKETS:REPLY', 'TICKETS:NOTE']);

  it('is given where some are missing, and taken where all are there', () => {
    expect(stateOf(agent, row)).toBe('some');
    const all = withCellsSwitched(agent, row, everything);
    expect(stateOf(all, row)).toBe('all');
    expect(stateOf(withCellsSwitched(all, row, everything), row)).toBe('none');
  });

  it('gives nothing that one may not give oneself, and can take it away all the same', () => {
    const mine = new Set(['TICKETS:VIEW']);
    const taken = withCellsSwitched(agent, row, mine);
    expect(stateOf(taken, row)).toBe('none');
    expect([...codesOf(withCellsSwitched(taken, row, mine))]).toEqual(['TICKETS:VIEW']);
  });
});

describe('what a change means', () => {
  it('names what is gained and lost, and how far one sees', () => {
    const after = withCells(withCells(agent, [reply], false), [exporting], true);
    expect(changesOf(agent, { ...after, visibility: 'own' })).toEqual({
      gained: ['CUSTOMERS:VIEW', 'CUSTOMERS:EXPORT'],
      lost: ['TICKETS:REPLY'],
      visibility: { from: 'department', to: 'own' },
      secondFactor: null,
      signIn: null,
    });
  });

  it('names what its people have to sign in with from now on', () => {
    const changes = changesOf(agent, { ...agent, secondFactor: 'required' });
    expect(changes).toMatchObject({ gained: [], lost: [], secondFactor: 'required' });
    expect(changesAnything(changes)).toBe(true);
  });

  it('is nothing where only the name is another', () => {
    expect(changesOf(agent, { ...agent, name: 'Agents' })).toEqual({
      gained: [],
      lost: [],
      visibility: null,
      secondFactor: null,
      signIn: null,
    });
  });
});

describe('a role that holds more than the user', () => {
  const codes = ['TICKETS:VIEW', 'TICKETS:REPLY', 'CUSTOMERS:VIEW', 'CUSTOMERS:EXPORT'];
  const agents = level([
    ['TICKETS', 'VIEW,REPLY'],
    ['CUSTOMERS', 'VIEW,EXPORT', 0],
  ]);
  const user = (...own: string[]) => ({
    codes,
    grantable: { codes: own, visibility: 'department' as const },
  });

  it('has a permission that the user lacks', () => {
    expect(holdsMore(agents, user('TICKETS:VIEW', 'USERS:SESSIONS'))).toBe(true);
    expect(holdsMore(agents, user('TICKETS:VIEW', 'TICKETS:REPLY'))).toBe(false);
  });

  it('sees more tickets', () => {
    expect(holdsMore({ ...agents, visibility: 'all' }, user(...codes))).toBe(true);
    expect(holdsMore({ ...agents, visibility: 'own' }, user(...codes))).toBe(false);
  });
});
