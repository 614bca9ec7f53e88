import type { Language } from '@trunkline/contract';

/** "850 KB", "2.4 MB": as people say it, in their language. */
export function sizeLabel(bytes: number, language: Language): string {
  const isLarge = bytes >= 1024 * 1024;
  const value = isLarge ? bytes / 1024 / 1024 : Math.max(1, bytes / 1024);
  const digits = isLarge && value < 10 ? 1 : 0;
  const number = new Intl.NumberFormat(language === 'id' ? 'id-ID' : 'en-GB', {
    maximumFractionDigits: digits,
  });
  return `${number.format(value)} ${isLarge ? 'MB' : 'KB'}`;
}
