import { ENDPOINTS, ERRORS, ERROR_REASONS, WEBHOOK_BODIES } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { FIXED, FORBIDDEN, FORBIDDEN_WHOLE } from './forbidden-words.ts';

const modules = import.meta.glob<unknown>(
  [
    '../**/*texts.{en,id}.ts',
    '../**/words/*.{en,id}.ts',
    '../../../chat-widget/src/**/texts.{en,id}.ts',
    // These modules hold both languages, under `en` and `id` somewhere above each text.
    '../../../chat-widget/src/**/texts.ts',
    '../../../contract/src/automation/auto-reply-texts.ts',
    '../../../contract/src/reporting/metric-words/{en,id}.ts',
  ],
  { eager: true },
);

/** Returns every text of a module with its path; a text that is a function is called with a sample value. */
function textsOf(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String((value as (count: number) => unknown)(2))]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
}

const texts = Object.entries(modules).flatMap(([file, module]) => textsOf(module, file));

function wrongIn([path, text]: [path: string, text: string]): string[] {
  const language = /(?:^|[./])(en|id)\b/.exec(path)?.[1] as 'en' | 'id' | undefined;
  if (language === undefined || FIXED.has(text)) return [];
  const low = text.toLowerCase();
  const within = (word: string) =>
    new RegExp(`(?<!\\p{L})${word.replace('?', '\\?')}(?!\\p{L})`, 'u').test(low);
  return [
    ...FORBIDDEN_WHOLE[language].filter((word) => low === word),
    ...FORBIDDEN[language].filter(within),
  ].map((word) => `${path}: “${word}” in “${text}”`);
}

it('finds the texts of the desk, the widget and the automatic replies', () => {
  expect(texts.length).toBeGreaterThan(4000);
});

it('no text says what people had to guess at', () => {
  expect(texts.flatMap(wrongIn)).toEqual([]);
});

it('durations are written by durationText, not in a text', () => {
  const withUnit = /\}\} ?(s|sec|min|m|h|d|dtk|mnt|j)(?!\p{L})/u;
  expect(texts.filter(([, text]) => withUnit.test(text))).toEqual([]);
});

it('no description of the API and no refusal says what readers had to guess at', () => {
  const described = [...ENDPOINTS].flatMap(([name, { summary, says }]) => [
    [`en.${name}`, summary],
    [`en.${name}.says`, says?.description ?? ''],
  ]);
  const events = WEBHOOK_BODIES.map(({ event, summary }) => [`en.${event}`, summary]);
  const refusals = [
    ...Object.entries(ERRORS).map(([code, [, text]]) => [code, text]),
    ...Object.entries(ERROR_REASONS),
  ];
  const all = [...described, ...events, ...refusals.map(([code, text]) => [`en.${code}`, text])];
  expect(all.length).toBeGreaterThan(700);
  expect(all.flatMap(([path = '', text = '']) => wrongIn([path, text]))).toEqual([]);
});

it.each(['en', 'id'] as const)('refuses each phrase of the list: %s', (language) => {
  const path = `texts.${language}.ts`;
  expect(FORBIDDEN[language].filter((word) => wrongIn([path, `So ${word} now`]).length === 0)).toEqual([]);
  expect(FORBIDDEN_WHOLE[language].filter((word) => wrongIn([path, word]).length === 0)).toEqual([]);
});
