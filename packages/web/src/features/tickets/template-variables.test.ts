import { expect, it } from 'vitest';
import { fillTemplate, findTemplates, slashQuery } from './template-variables.ts';

const values = { 'customer.name': 'Dewi', 'agent.name': 'Sari', 'ticket.number': 'T-100234' };

it('fills what it knows, with or without spaces, and leaves the rest for the agent to see', () => {
  expect(fillTemplate('Halo {{customer.name}}, {{ ticket.number }}: {{order.id}} {{toString}}', values)).toBe(
    'Halo Dewi, T-100234: {{order.id}} {{toString}}',
  );
});

it('does not fill a variable that a name brings with it', () => {
  expect(fillTemplate('{{customer.name}}', { ...values, 'customer.name': '{{agent.name}}' })).toBe(
    '{{agent.name}}',
  );
});

it('puts templates in the customer’s language first, those of other channels nowhere', () => {
  const template = (id: number, shortcut: string, language: 'en' | 'id', media_id: 2 | null = null) => ({
    id,
    name: shortcut,
    shortcut,
    body: '',
    language,
    media_id,
  });
  const all = [template(1, 'hello', 'en'), template(2, 'halo', 'id'), template(3, 'hmail', 'id', 2)];
  expect(findTemplates(all, { query: 'h', language: 'id', mediaId: 6 }).map(({ id }) => id)).toEqual([2, 1]);
});

it('sees a slash at the beginning or after a space, not inside a word or an address', () => {
  expect(slashQuery('/he', 3)).toEqual({ query: 'he', start: 0 });
  expect(slashQuery('Hi\n/', 4)).toEqual({ query: '', start: 3 });
  expect(slashQuery('and/or', 6)).toBeNull();
  expect(slashQuery('https://x', 9)).toBeNull();
  expect(slashQuery('/he llo', 7)).toBeNull();
});
