import { addNote, LIMITS, replyToTicket } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { isNearLimit, isTooLong, lengthOf } from './text-length.ts';

const replyBody = (body: string) => ({ client_key: 'k2345678', body, file_ids: [] });

describe('the length of an answer or a note', () => {
  it.each([LIMITS.body, LIMITS.body + 1])('is judged as the server does: %i', (length) => {
    const body = 'x'.repeat(length);
    const isTaken = !isTooLong(lengthOf(body, false));
    expect(replyToTicket.body.safeParse(replyBody(body)).success).toBe(isTaken);
    expect(addNote.body.safeParse(replyBody(body)).success).toBe(isTaken);
  });

  it('of a mail is that of its HTML', () => {
    const body = 'x'.repeat(LIMITS.body + 1);
    expect(isTooLong(lengthOf(body, true))).toBe(false);
    expect(isTooLong(lengthOf('x'.repeat(LIMITS.mailHtml + 1), true))).toBe(true);
  });

  it('is shown from nine tenths on', () => {
    const shown = [LIMITS.body * 0.9 - 1, LIMITS.body * 0.9, LIMITS.body].map((now) =>
      isNearLimit({ now, max: LIMITS.body }),
    );
    expect(shown).toEqual([false, true, true]);
  });
});
