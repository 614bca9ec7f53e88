import type { MessagingTemplate } from '@trunkline/contract';
import { describe, expect, it } from 'vitest';
import {
  toTemplateName,
  initialTemplateForm,
  withProposedExamples,
  problemsOf,
  type NewTemplateForm,
} from './new-template-form.ts';

const blank = initialTemplateForm(1, 'en');
const good: NewTemplateForm = { ...blank, name: 'order_ready', body: 'Dear {{customer_name}}, it is ready.' };
const KNOWN = { 'body.customer_name': 'Rina' };
const wrong = (change: Partial<NewTemplateForm>) =>
  Object.fromEntries(problemsOf(withProposedExamples({ ...good, ...change }, KNOWN)));

describe('a new template', () => {
  it('needs a name, a text, and an example of each variable that nothing is known for', () => {
    expect(wrong({})).toEqual({});
    expect(Object.fromEntries(problemsOf(blank))).toEqual({ name: 'missing', body: 'missing' });
    expect(wrong({ body: 'Dear {{customer_name}}, {{order}} is ready.' })).toEqual({
      'examples.body.order': 'example',
    });
  });

  it.each([
    [{ name: 'Order ready' }, { name: 'name' }],
    [{ body: '{{customer_name}}, it is ready.' }, { body: 'edge' }],
    [{ body: 'It is ready, {{customer_name}} ' }, { body: 'edge' }],
    [
      { body: 'Dear {{1}}, {{order}} is ready.', examples: { 'body.1': 'R', 'body.order': '7' } },
      { body: 'mixed' },
    ],
    [
      { body: 'Dear {{1}}, {{3}} is ready.', examples: { 'body.1': 'R', 'body.3': '7' } },
      { body: 'numbers' },
    ],
    [{ body: 'Dear {{Name}}, hello.', examples: { 'body.Name': 'R' } }, { body: 'variable_name' }],
    [{ header: 'x'.repeat(61) }, { header: 'too_long' }],
    [{ footer: 'For {{customer_name}}' }, { footer: 'no_variable' }],
  ])('%j is refused where WhatsApp would', (change, problems) => {
    expect(wrong(change)).toEqual(problems);
  });

  it('has words above its text, or the example of a photo, film or document that WhatsApp takes', () => {
    const file = (mime: string, size = 1000) => ({ id: 'a', name: 'cup', mime, size, url: '' });
    const above = (kind: 'image' | 'video' | 'document', one: ReturnType<typeof file> | null) => ({
      header_file: { kind, file: one },
    });
    expect(wrong(above('image', file('image/png')))).toEqual({});
    expect(wrong(above('image', null))).toEqual({ header_file: 'file' });
    expect(wrong({ ...above('image', file('image/png')), header: 'Both' })).toEqual({ header_file: 'file' });
    expect(wrong(above('video', file('video/webm')))).toEqual({ header_file: 'file_kind' });
    expect(wrong(above('image', file('image/jpeg', 6_000_000)))).toEqual({ header_file: 'file_size' });
    expect(wrong(above('document', file('application/pdf', 6_000_000)))).toEqual({});
  });

  it('has buttons with words of their own, addresses of the web and one number', () => {
    const url = (value: string) => ({ kind: 'url' as const, text: 'Track', value });
    const phone = { kind: 'phone' as const, text: 'Call', value: '+622155501234' };
    const examples = { 'button.0.1': 'a881' };
    expect(wrong({ buttons: [url('https://kopi.example/{{1}}'), phone], examples })).toEqual({});
    expect(wrong({ buttons: [url('javascript:alert(1)')] })).toEqual({ 'buttons.0.value': 'url' });
    expect(wrong({ buttons: [url('https://kopi.example/{{1}}/x')], examples })).toEqual({
      'buttons.0.value': 'url',
    });
    expect(wrong({ buttons: [phone, { ...phone, value: '0811' }] })).toEqual({
      'buttons.1.text': 'same_text',
      'buttons.1.value': 'phone',
    });
  });

  it('is named as WhatsApp wants it, and begins like another one under the next name', () => {
    expect(toTemplateName('Order-Ready now!')).toBe('order_ready_now');
    const like: MessagingTemplate = {
      id: 1,
      name: 'ready_2',
      language: 'id',
      category: 'marketing',
      state: 'rejected',
      reason: 'SCAM',
      content: { header: { kind: 'none', text: '' }, body: 'Halo', footer: 'Kopi', buttons: [] },
    };
    expect(initialTemplateForm(7, 'en', like)).toMatchObject({
      account_id: 7,
      name: 'ready_3',
      language: 'id',
      category: 'marketing',
      body: 'Halo',
      footer: 'Kopi',
    });
  });
});
