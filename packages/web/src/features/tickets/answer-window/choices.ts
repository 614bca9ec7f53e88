import { templateSlots, type MessagingTemplate, type TemplateContent } from '@trunkline/contract';

/** Of templates with one name, the one to propose for a customer with that language. */
export function inLanguage(
  templates: readonly MessagingTemplate[],
  language: string,
): MessagingTemplate | undefined {
  return (
    templates.find((one) => isIn(one, language)) ?? templates.find((one) => isIn(one, 'en')) ?? templates[0]
  );
}

/** `en_US` is English. */
export const isIn = ({ language }: Pick<MessagingTemplate, 'language'>, wanted: string): boolean =>
  language.split('_')[0] === wanted;

/** What is likely to stand in its variables: most greet the customer first. */
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
