import type { MessagingTemplate } from '@trunkline/contract';

/** Returns, of the templates with one name, the one for a customer with this language. */
export function templateInLanguage(
  templates: readonly MessagingTemplate[],
  language: string,
): MessagingTemplate | undefined {
  return (
    templates.find((one) => isInLanguage(one, language)) ??
    templates.find((one) => isInLanguage(one, 'en')) ??
    templates[0]
  );
}

/** Whether a template is in this language; `en_US` counts as English. */
export const isInLanguage = ({ language }: Pick<MessagingTemplate, 'language'>, wanted: string): boolean =>
  language.split('_')[0] === wanted;
