import { describe, expect, it } from 'vitest';
import { aMail, aMessage } from '../test-tickets.ts';
import { lastSeen, newsSince } from './reply-news.ts';

const ME = 4;
const sari = { type: 'user' as const, id: 9, name: 'Sari' };
const answer = (id: number, author = sari) => aMessage({ id, kind: 'outbound', author });

describe('what has come since an answer was begun', () => {
  it('is a colleague’s answer, the last of them', () => {
    expect(newsSince([answer(1), answer(2), answer(3)], 1, ME)?.id).toBe(3);
    expect(newsSince([answer(1)], 1, ME)).toBeUndefined();
  });

  it('is another letter of the customer, but not what a machine wrote, nor the next line of a chat', () => {
    expect(newsSince([aMessage({ id: 2, kind: 'inbound', mail: aMail() })], 1, ME)?.id).toBe(2);
    const auto = aMessage({ id: 2, kind: 'inbound', mail: aMail({ is_auto: true }) });
    expect(newsSince([auto, aMessage({ id: 3, kind: 'inbound', mail: null })], 1, ME)).toBeUndefined();
  });

  it('is none of what one has written oneself, of notes, or of what the desk says by itself', () => {
    const own = answer(2, { ...sari, id: ME });
    const note = aMessage({ id: 3, kind: 'note', author: sari });
    const system = aMessage({ id: 4, kind: 'outbound', author: { type: 'system', id: null, name: 'Desk' } });
    expect(newsSince([own, note, system], 1, ME)).toBeUndefined();
  });

  it('counts from when a draft was written last that one comes back to', () => {
    const at = (id: number, minute: number) => ({
      ...answer(id),
      created_at: `2026-11-20T08:0${minute}:00.000Z`,
    });
    expect(lastSeen([at(1, 1), at(2, 3)], '2026-11-20T08:02:00.000Z')).toBe(1);
    expect(lastSeen([at(1, 1), at(2, 3)], undefined)).toBe(2);
    expect(lastSeen([], undefined)).toBe(0);
  });
});
