import { expect, it } from 'vitest';
import { createVariableCheck, fillTemplate, unknownVariables } from './fill-template.ts';

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

it('tells which variables nothing stands for, each once', () => {
  const body = '{{customer.name}} {{ costumer.name }} {{costumer.name}} {{}} {single}';
  expect(unknownVariables(body, Object.keys(values))).toEqual(['costumer.name', '']);
});

it('fills the answers to custom fields; one that is not answered stays for the agent to see', () => {
  const filled = { ...values, 'ticket.field.order_number': 'A-1042' } as const;
  expect(fillTemplate('{{ticket.field.order_number}} {{ticket.field.product}}', filled)).toBe(
    'A-1042 {{ticket.field.product}}',
  );
});

it('asks once before a text goes out with variables in it, and again when it was changed', () => {
  const asked: string[] = [];
  const check = createVariableCheck();
  const mayGo = (text: string) => check.mayGo(text, (names) => asked.push(names));
  expect(mayGo('Dear Dewi, {single} {{}}')).toBe(true);
  expect(mayGo('Dear {{ costumer.name }}, {{colour}} {{colour}}')).toBe(false);
  expect(mayGo('Dear Dewi, {{colour}}')).toBe(false);
  expect(mayGo('Dear Dewi, {{colour}}')).toBe(true);
  expect(asked).toEqual(['{{ costumer.name }}, {{colour}}', '{{colour}}']);
});
