import { describe, expect, it } from 'vitest';
import type { MessagingTemplate, TemplateContent } from '@trunkline/contract';
import { templateInLanguage } from './template-language.ts';
import { answerWindowAt } from './use-answer-window.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');

describe('until when free answers go', () => {
  it.each([
    [null, null],
    ['2026-11-21T20:00:00.000Z', 'open'],
    ['2026-11-21T09:00:00.000Z', 'open'],
    ['2026-11-21T08:59:59.000Z', 'soon'],
    ['2026-11-21T08:00:00.000Z', 'closed'],
    ['2026-11-20T08:00:00.000Z', 'closed'],
  ])('until %s it is %s', (until, state) => {
    expect(answerWindowAt({ open_until: until, media_id: 4 }, NOW)?.state ?? null).toBe(state);
  });
});

const content: TemplateContent = {
  header: { kind: 'text', text: 'Ticket {{ticket_number}}' },
  body: 'Dear {{1}}, {{2}}',
  footer: '',
  buttons: [{ kind: 'url', text: 'See', value: 'https://x.example/{{1}}' }],
};
const one = (language: string): MessagingTemplate => ({
  id: 1,
  name: 'ready',
  language,
  category: 'utility',
  state: 'approved',
  reason: '',
  content,
});

describe('a template', () => {
  it('is taken in the customer’s language, else in English, else in the first there is', () => {
    const of = (languages: string[], wanted: 'en' | 'id') =>
      templateInLanguage(languages.map(one), wanted)?.language;
    expect(of(['en_US', 'id'], 'id')).toBe('id');
    expect(of(['de', 'en_GB'], 'id')).toBe('en_GB');
    expect(of(['de', 'fr'], 'en')).toBe('de');
    expect(of([], 'en')).toBeUndefined();
  });
});
