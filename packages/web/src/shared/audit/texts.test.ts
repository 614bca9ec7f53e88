import { LIST_KINDS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import en from './texts.en.ts';
import id from './texts.id.ts';

/** The server's test that names the audit entry of every endpoint. */
const sources = import.meta.glob<string>('../../../../server/src/modules/audit/coverage.test.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** Actions that no endpoint is named with there. */
const OTHERS = [
  'information.created',
  'report.scheduled',
  'room-call.attended',
  'room-call.left',
  'user.seen_as_ended',
];
const named = Object.values(sources).flatMap((text) => [...text.matchAll(/: '([a-z_-]+\.[a-z_-]+)'/g)]);
const actions = [...new Set(named.map(([, action = '']) => action)), ...OTHERS];

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
