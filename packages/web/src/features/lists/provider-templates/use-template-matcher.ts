import type { MessagingTemplate } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useLanguageNames } from '#shared/messaging/language-names.ts';

/**
 * Returns the function that tells whether a template contains all words of the query in its name or text, or in the
 * names of its language or state.
 */
export function useTemplateMatcher(q: string): (template: MessagingTemplate) => boolean {
  const { t } = useTranslation('shared/messaging');
  const nameOf = useLanguageNames();
  const wanted = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return ({ name, language, category, state, content }) => {
    const { header, body, footer, buttons } = content;
    const words = [
      name,
      name.replaceAll('_', ' '),
      language,
      nameOf(language),
      category,
      header.text,
      body,
      footer,
    ];
    const all = [...words, t(`template-state.${state}`), ...buttons.map(({ text }) => text)]
      .join('\n')
      .toLocaleLowerCase();
    return wanted.every((word) => all.includes(word));
  };
}
