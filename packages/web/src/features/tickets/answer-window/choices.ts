import type { MessagingTemplate } from '@trunkline/contract';

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
