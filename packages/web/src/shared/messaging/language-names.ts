import { useMemo } from 'react';
import { useLanguage } from '#shared/lib/language.ts';

/** Returns the function that names a language code such as `en_US`. */
export function useLanguageNames(): (code: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' });
    return (code) => {
      try {
        return names.of(code.replaceAll('_', '-')) ?? code;
      } catch {
        // A provider's code may be no valid language tag; then it is shown as it is.
        return code;
      }
    };
  }, [language]);
}
