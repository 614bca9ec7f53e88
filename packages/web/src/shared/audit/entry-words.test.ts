import { LIST_ACTIONS, LIST_KINDS, RETENTION_KINDS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import en from './texts.en.ts';
import id from './texts.id.ts';

/** The actions that the server's tests declare. */
const sources = import.meta.glob<string>('../../../../server/test/cases/audit-entries.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const named = Object.values(sources).flatMap((text) =>
  [...text.matchAll(/'([a-z_-]+\.[a-z_-]+)'/g)].map(([, action = '']) => action),
);
const actions = [
  ...new Set(named),
  ...LIST_KINDS.flatMap((kind) => [...LIST_ACTIONS, 'exported'].map((verb) => `${kind}.${verb}`)),
  ...RETENTION_KINDS.map((kind) => `${kind}.expired`),
];

const LANGUAGES = [
  ['English', en],
  ['Indonesian', id],
] as const;

it.each(LANGUAGES)('names every list of the settings in %s', (_language, { about }) => {
  expect(LIST_KINDS.filter((kind) => !(kind in about))).toEqual([]);
});

it.each(LANGUAGES)(
  'has words in %s for every action that the server writes down',
  (_language, { about, verb }) => {
    expect(actions.length).toBeGreaterThan(80);
    const isKnown = (action: string) => {
      const [area = '', what = ''] = action.split('.');
      return area in about && what in verb;
    };
    expect(actions.filter((action) => !isKnown(action))).toEqual([]);
  },
);
