import { templateSlots, type TemplateContent } from '@trunkline/contract';

/** Proposes values for a template's variables: the customer's name for the first, because most templates begin with a greeting. */
export function proposedValues(
  content: TemplateContent,
  { customer, agent, ticket }: { customer: string; agent: string; ticket: string },
): Record<string, string> {
  const proposed = templateSlots(content).map(({ key, part, name }): [string, string] => {
    if (part === 'button') return [key, ''];
    if (/agent|agen/i.test(name)) return [key, agent];
    if (/ticket|tiket/i.test(name)) return [key, ticket];
    if (/name|nama|customer|pelanggan/i.test(name) || key === 'body.1') return [key, customer];
    return [key, ''];
  });
  return Object.fromEntries(proposed.filter(([, value]) => value !== ''));
}
