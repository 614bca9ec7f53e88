import { expect, it } from 'vitest';
import { startMessageLines } from './start-words.ts';

const url = 'http://127.0.0.1:3000';
const logins = [{ username: 'agent1', password: 'secret', what: 'agent' }];
const demo = { setup: 'demo' } as const;

it('says where to go, who can sign in and how to try it', () => {
  const words = startMessageLines({ url, logins, hasKept: false, config: { ...demo, phonesUrl: null } });
  expect(words.filter((line) => line.includes(url))).toHaveLength(2);
  expect(words.filter((line) => line.startsWith('To try it'))).toHaveLength(1);
  expect(words.filter((line) => line.includes('whose time the desk shows'))).toHaveLength(1);
  expect(words).toContainEqual(expect.stringMatching(/^ {2}agent1 +secret +agent$/));
});

it('says nothing of where to go beside the simulator, which says it itself: once', () => {
  const config = { ...demo, phonesUrl: 'http://127.0.0.1:3100' };
  const words = startMessageLines({ url, logins, hasKept: false, config });
  expect(words.join('\n')).not.toMatch(/Ready: |To try it|npm run simulate|\/demo/);
  expect(words).toContainEqual(expect.stringContaining('agent1'));
  expect(startMessageLines({ url, logins: [], hasKept: true, config })).toEqual([]);
});

it('says after the first start where the sign-ins stand, and in an empty workspace nothing of a demo', () => {
  const later = startMessageLines({ url, logins: [], hasKept: true, config: { ...demo, phonesUrl: null } });
  expect(later.at(-1)).toContain('first-logins.txt');
  const empty = startMessageLines({
    url,
    logins: [],
    hasKept: false,
    config: { setup: 'empty', phonesUrl: null },
  });
  expect(empty).toEqual([`Ready: ${url}`]);
});
