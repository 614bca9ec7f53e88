import { namespaceOfTexts } from './texts-namespace.ts';

export type Texts = { readonly [key: string]: string | Texts };

// Not those of `i18n.ts`: whatever imports a file of the first page from a later one makes the first page larger.
const files = import.meta.glob<Texts>(
  [
    '../features/{audit,lists,privacy}/texts.*.ts',
    '../features/people/*/texts.*.ts',
    '../features/settings/**/texts.*.ts',
    './{shell,settings-area}/texts.*.ts',
  ],
  { import: 'default' },
);

const loaders = new Map(
  Object.entries(files).map(([path, load]) => {
    const { namespace, language } = namespaceOfTexts(path);
    return [`${language}/${namespace}`, load];
  }),
);

/** Loads texts of the settings in a language, which need not be the one of the screen. */
export const loadTexts = async (language: string, namespace: string): Promise<Texts> =>
  (await loaders.get(`${language}/${namespace}`)?.()) ?? {};
