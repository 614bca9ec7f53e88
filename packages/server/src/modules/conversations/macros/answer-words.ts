import { writeNumber, type Answer, type CustomField, type Language } from '@trunkline/contract';

const LOCALES: Record<Language, string> = { en: 'en-GB', id: 'id-ID' };
const YES_NO: Record<Language, readonly [yes: string, no: string]> = {
  en: ['Yes', 'No'],
  id: ['Ya', 'Tidak'],
};
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', hour12: false } as const;

type Reader = { language: Language; timeZone: string };

/** The answer to a custom field as its reader would write it: the same words as a template has. Pure. */
export function answerText(
  { kind, options }: Pick<CustomField, 'kind' | 'options'>,
  answer: Answer,
  { language, timeZone }: Reader,
): string {
  if (typeof answer === 'boolean') return YES_NO[language][answer ? 0 : 1];
  if (typeof answer === 'number') return writeNumber(answer, language);
  const written = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], format).format(new Date(String(answer)));
  // A date is the same in every time zone.
  if (kind === 'date') return written({ ...DAY, timeZone: 'UTC' });
  if (kind === 'date_time') return written({ ...MINUTE, timeZone });
  if (kind !== 'choice' && kind !== 'choices') return String(answer);
  return [answer]
    .flat()
    .map((id) => options.find((option) => option.id === id)?.name ?? id)
    .join(', ');
}
