import { describe, expect, it } from 'vitest';
import { blocksOf, transcripts } from '../../../../test/telephony/ami.ts';
import { refusalOf } from './refusals.ts';

describe('what a refusal of the gateway means', () => {
  it.each([
    ['Permission denied', 'no_permission'],
    ['Unable to retrieve endpoint 101', 'no_endpoint'],
    ['Config file not found', 'no_file'],
    ['File exists', 'file_exists'],
    ['Save of config failed', 'not_writable'],
    ['File requires escalated priveledges', 'not_writable'],
    ['Read-only file system', 'not_writable'],
    ['No such channel', 'other'],
    ['Did not find context from-internal', 'other'],
    ['', 'other'],
  ])('“%s” is %s', (message, meaning) => {
    expect(refusalOf(message)).toBe(meaning);
  });

  it('is decided for every refusal that was recorded', () => {
    const refusals = transcripts()
      .flatMap(blocksOf)
      .filter((block) => /^Response: Error/m.test(block));
    const meanings = refusals.map((block) => {
      const message = /^Message: (.*?)\r?$/m.exec(block)?.[1] ?? '';
      return [message, refusalOf(message)];
    });
    expect(meanings).toContainEqual(['Permission denied', 'no_permission']);
    expect(meanings.filter(([, meaning]) => meaning === 'other')).toEqual(
      meanings.filter(([message]) => message !== 'Permission denied'),
    );
  });
});
