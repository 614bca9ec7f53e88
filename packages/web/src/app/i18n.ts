import { loadWithRetries } from '#shared/loading/lazy-part.ts';
import { languageStore } from '#shared/lib/language.ts';
import { timeZoneStore } from '#shared/lib/time-zone.ts';
import { createInstance, type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { namespaceOfTexts } from './texts-namespace.ts';

// One small file per namespace and language, loaded when a page first needs it. `namespaceOfTexts` makes
// the namespace of the folder's path: `tickets/mail`, `shared/table`, `shell`.
const files = import.meta.glob<Record<string, unknown>>(
  ['../features/**/texts.*.ts', '../shared/**/texts.*.ts', './*/texts.*.ts'],
  {
    import: 'default',
  },
);

const loaders = new Map(
  Object.entries(files).map(([path, load]) => {
    const { namespace, language } = namespaceOfTexts(path);
    return [`${language}/${namespace}`, load];
  }),
);

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = loaders.get(`${language}/${namespace}`);
    if (!load) return done(new Error(`No texts ${language}/${namespace}`), false);
    loadWithRetries(load).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error as Error, false),
    );
  },
};

/** Starts i18next in the language of this device; resolves once the shell's texts are loaded. */
export async function startI18n(): Promise<void> {
  const i18n = createInstance();
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: languageStore.get(),
      fallbackLng: false,
      ns: ['shared'],
      defaultNS: 'shared',
      load: 'languageOnly',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      showSupportNotice: false,
    } as Parameters<typeof i18n.init>[0]);
  const nameDocument = () => {
    document.documentElement.lang = languageStore.get();
    document.getElementById('overlays')?.setAttribute('aria-label', i18n.t('shared:overlays'));
  };
  languageStore.subscribe(() => void i18n.changeLanguage(languageStore.get()).then(nameDocument));
  // A new time zone is announced as a change of language, because whatever shows a time also shows texts and so is
  // drawn again.
  timeZoneStore.subscribe(() => void i18n.changeLanguage(languageStore.get()));
  nameDocument();
}
