import type { TemplateContent } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import { proposedValues } from './proposed-values.ts';

const content: TemplateContent = {
  header: { kind: 'text', text: 'Ticket {{ticket_number}}' },
  body: 'Dear {{1}}, {{2}}',
  footer: '',
  buttons: [{ kind: 'url', text: 'See', value: 'https://x.example/{{1}}' }],
};

describe('a template', () => {
  it('has proposed what is known: whom it is for, and which ticket', () => {
    const known = { customer: 'Rina', agent: 'Dewi', ticket: 'T-7' };
    expect(proposedValues(content, known)).toEqual({ 'header.ticket_number': 'T-7', 'body.1': 'Rina' });
    const named = { ...content, body: '{{first_name}}: {{agent_name}} {{order}}' };
    expect(proposedValues(named, known)).toMatchObject({
      'body.first_name': 'Rina',
      'body.agent_name': 'Dewi',
    });
  });
});
