import type { Language } from './codes.ts';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', id: 'id-ID' };

/**
 * The size of a file, as people read it: "340 kB", "2.1 MB"; at least 1 kB. The units are those of our limits, so that a file
 * of "25 MB" fits a limit of 25 MB. Pure.
 */
export function sizeText(bytes: number, language: Language): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1000) return `${kilobytes} kB`;
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  const megabytes = bytes / 1024 ** 2;
  return megabytes < 1000 ? `${format.format(megabytes)} MB` : `${format.format(megabytes / 1024)} GB`;
}
