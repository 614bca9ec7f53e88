import { describe, expect, it } from 'vitest';
import { namespaceOfTexts } from './texts-namespace.ts';

type Texts = { [key: string]: string | Texts };

const texts = import.meta.glob<Texts>(
  ['../features/**/texts.*.ts', '../shared/**/texts.*.ts', './*/texts.*.ts'],
  {
    import: 'default',
    eager: true,
  },
);
const sources = import.meta.glob<string>(['../**/*.tsx', '../**/*.ts', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

function keysOf(value: Texts, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, text]) =>
    typeof text === 'string' ? [prefix + key] : keysOf(text, `${prefix}${key}.`),
  );
}

function placeholders(text: string): string {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))
    .join(' ');
}

function valueAt(value: Texts | undefined, key: string): string {
  const found = key
    .split('.')
    .reduce<Texts | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), value);
  return typeof found === 'string' ? found : '';
}

const namespaces = Object.keys(texts)
  .filter((path) => path.endsWith('.en.ts'))
  .map((path) => ({ name: namespaceOfTexts(path).namespace, path }));

it.each([
  ['../features/people/texts.en.ts', 'people', 'en'],
  ['../features/settings/people/texts.id.ts', 'settings/people', 'id'],
  ['../shared/texts.en.ts', 'shared', 'en'],
  ['../shared/table/texts.en.ts', 'shared/table', 'en'],
  ['./shell/texts.id.ts', 'shell', 'id'],
  ['./settings-area/texts.en.ts', 'settings-area', 'en'],
])('of %s are found by the folder, so that two of one name stay apart', (path, namespace, language) => {
  expect(namespaceOfTexts(path)).toEqual({ namespace, language });
});

const asked = (source: string) =>
  [...source.matchAll(/useTranslation\(\[?((?:'[\w/-]+'(?:, )?)+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([\w/-]+)'/g)].map(([, name]) => name ?? ''),
  );

it('are there wherever a component asks for them', () => {
  const known = new Set(namespaces.map(({ name }) => name));
  const unknown = Object.entries(sources).flatMap(([path, source]) =>
    asked(source)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

describe.each(namespaces)('the texts of $name', ({ path }) => {
  const english = texts[path] ?? {};
  const indonesian = texts[path.replace('.en.ts', '.id.ts')];
  const known = new Set(keysOf(english));

  it('are there in both languages, with the same values to fill in', () => {
    expect(indonesian).toBeDefined();
    const differing = [...known].filter(
      (key) => placeholders(valueAt(english, key)) !== placeholders(valueAt(indonesian, key)),
    );
    expect(differing).toEqual([]);
    expect([...known].filter((key) => valueAt(indonesian, key) === '')).toEqual([]);
  });
});

it('hold every key that a component asks for', () => {
  const known = new Map(namespaces.map(({ name, path }) => [name, new Set(keysOf(texts[path] ?? {}))]));
  const missing = Object.entries(sources).flatMap(([path, source]) => {
    const used = asked(source).flatMap((name) => known.get(name) ?? []);
    const keys = [...source.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, key]) => key ?? '');
    const isKnown = (key: string) => used.some((keys) => keys.has(key) || keys.has(`${key}_other`));
    return used.length === 0 ? [] : keys.filter((key) => !isKnown(key)).map((key) => `${path}: ${key}`);
  });
  expect(missing).toEqual([]);
});
