import { LANGUAGES } from '@trunkline/contract';
import { loadTexts, type Texts } from '../settings-texts.ts';
import type { SearchedPage } from './search-settings.ts';
import { fieldTextsOf, type FieldText } from './settings-fields.ts';
import { nameKeyOf, type SettingsPage, type SettingsPageId } from './settings-pages.ts';

type ByLanguage = readonly ((address: string) => Texts | string | undefined)[];

/** Loads the names, descriptions and labels of the pages in every language. */
export async function loadSearchedPages(
  pages: readonly SettingsPage[],
): Promise<SearchedPage<SettingsPageId>[]> {
  const namespaces = [
    ...new Set([
      'shell',
      'settings-area',
      ...pages.flatMap(({ id }) => fieldTextsOf(id).map((field) => field.namespace)),
    ]),
  ];
  const languages: ByLanguage = await Promise.all(
    LANGUAGES.map(async (language) => {
      const loaded = new Map<string, Texts>(
        await Promise.all(namespaces.map(async (name) => [name, await loadTexts(language, name)] as const)),
      );
      return (address: string) => textAt(loaded, address);
    }),
  );
  return pages.map(({ id }) => ({
    id,
    names: allTexts(languages, nameKeyOf(id)),
    about: allTexts(languages, `settings-area:about.${id}`),
    fields: fieldTextsOf(id).flatMap((field) => fieldsOf(languages, field)),
  }));
}

const allTexts = (languages: ByLanguage, address: string): string[] =>
  languages.map((text) => {
    const found = text(address);
    return typeof found === 'string' ? found : '';
  });

/** Returns the field, or one for each text where the key names several. */
function fieldsOf(
  languages: ByLanguage,
  { namespace, key, hint }: FieldText,
): SearchedPage<unknown>['fields'] {
  const named = languages[0]?.(`${namespace}:${key}`);
  if (typeof named === 'object')
    return Object.keys(named).flatMap((inner) =>
      fieldsOf(languages, {
        namespace,
        key: `${key}.${inner}`,
        hint: key === 'field' ? `hint.${inner}` : `${key}-hint.${inner}`,
      }),
    );
  return [
    {
      labels: allTexts(languages, `${namespace}:${key}`),
      hints: allTexts(languages, `${namespace}:${hint}`),
    },
  ];
}

function textAt(loaded: ReadonlyMap<string, Texts>, address: string): Texts | string | undefined {
  const [namespace = '', key = ''] = address.split(':');
  return key
    .split('.')
    .reduce<Texts | string | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      loaded.get(namespace),
    );
}
