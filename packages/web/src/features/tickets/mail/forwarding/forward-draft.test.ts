import { LIMITS, type FileRef } from '@trunkline/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isNearLimit } from '../../conversation/composer/text-length.ts';
import {
  forwardDraftOf,
  forwardLength,
  problemOf,
  readForwardDraft,
  writeForwardDraft,
  type ForwardDraft,
} from './forward-draft.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const file = (id: string): FileRef => ({
  id,
  name: `${id}.pdf`,
  mime: 'application/pdf',
  size: 9,
  url: '/x',
});
const files = [file('a'), file('b')];
const to = [{ name: '', address: 'a@mail.example' }];
const draft = (part: Partial<ForwardDraft> = {}): ForwardDraft => ({
  to,
  cc: [],
  bcc: [],
  html: '<p>Please look</p>',
  own: [],
  chosen: [],
  ...part,
});
const mine = { userId: 1, messageId: 7 };

describe('what is written to forward an e-mail', () => {
  it('is there again when its dialog was closed, of that e-mail and that person only, until it is sent', () => {
    const written = draft({ own: [file('c')], chosen: ['b'] });
    writeForwardDraft(mine, written);
    expect(forwardDraftOf(files, undefined, readForwardDraft(mine))).toEqual(written);
    expect(readForwardDraft({ ...mine, messageId: 8 })).toBeUndefined();
    expect(readForwardDraft({ ...mine, userId: 2 })).toBeUndefined();
    writeForwardDraft(mine, null);
    expect(forwardDraftOf(files, undefined, readForwardDraft(mine))).toEqual(
      draft({ to: [], html: '', chosen: ['a', 'b'] }),
    );
  });

  it('is what was sent, where sending was undone', () => {
    const letter = { to, cc: [], bcc: [], html: '<p>Sent</p>' };
    const forwards = { message_id: 7, file_ids: ['a'] };
    const sent = { kind: 'reply' as const, body: 'Sent', attachments: [file('d')], letter, forwards };
    expect(forwardDraftOf(files, sent, draft())).toEqual(
      draft({ html: '<p>Sent</p>', own: [file('d')], chosen: ['a'] }),
    );
  });

  it('has a limit that is said as one nears it, and is refused above it, with the text kept', () => {
    const long = (length: number) => draft({ html: `<p>${'x'.repeat(length - 7)}</p>` });
    const fits = long(LIMITS.mailHtml);
    expect([isNearLimit(forwardLength(draft())), isNearLimit(forwardLength(fits))]).toEqual([false, true]);
    expect(forwardLength(fits)).toEqual({ now: LIMITS.mailHtml, max: LIMITS.mailHtml });
    expect(problemOf(fits)).toBeNull();
    const tooLong = long(LIMITS.mailHtml + 1);
    expect(problemOf(tooLong)).toBe('text');
    writeForwardDraft(mine, tooLong);
    expect(readForwardDraft(mine)?.html).toBe(tooLong.html);
  });

  it.each([
    ['nobody', draft({ to: [] })],
    ['overfull', draft({ own: Array.from({ length: LIMITS.filesPerMessage + 1 }, () => file('c')) })],
    ['addresses', draft({ cc: [{ name: '', address: 'nobody' }] })],
    [null, draft({ html: '' })],
  ])('has its problem: %s', (problem, written) => expect(problemOf(written)).toBe(problem));
});
