import { useMemo } from 'react';
import { useLanguage } from '#shared/lib/language.ts';

/** `en_US` as people call it. */
export function useLanguageNames(): (code: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' });
    return (code) => {
      try {
        return names.of(code.replaceAll('_', '-')) ?? code;
      } catch {
        // What a provider calls a language may be no code at all.
        return code;
      }
    };
  }, [language]);
}
