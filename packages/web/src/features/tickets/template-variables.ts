import { LANGUAGES, type Language, type Template } from '@trunkline/contract';

type VariableQuery = {
  query: string;
  /** The reader's language, then the fallback. */
  languages: readonly Language[];
  mediaId: number;
  departmentId: number;
};

/** A template for the menu. `insteadOf`: the preferred language, in which it does not exist. */
export type FoundTemplate = Template & { insteadOf: Language | null };

/**
 * Returns the templates for the text after the slash, for this channel and department. Texts with the same shortcut are
 * versions of one template: the reader's language is preferred, then the next given one, then any. Templates in the
 * reader's language come first, then those in another one; within each group the order of the settings counts.
 */
export function findTemplates(
  templates: readonly Template[],
  { query, languages, mediaId, departmentId }: VariableQuery,
): FoundTemplate[] {
  const wanted = query.trim().toLowerCase();
  const [reader] = languages;
  const here = templates.filter(
    (template) =>
      (template.media_id === null || template.media_id === mediaId) &&
      (template.department_id === null || template.department_id === departmentId),
  );
  const taken = takenLanguages(here, languages);
  const keyed = here.flatMap((template) => {
    const shortcut = template.shortcut.toLowerCase();
    if (!shortcut.includes(wanted) && !template.name.toLowerCase().includes(wanted)) return [];
    const { language } = template;
    const rank = language === reader ? 0 : language === taken.get(shortcut) ? 1 : 2;
    const insteadOf = rank === 1 ? (reader ?? null) : null;
    return [
      { template: { ...template, insteadOf }, score: rank * 2 + (shortcut.startsWith(wanted) ? 0 : 1) },
    ];
  });
  return keyed.toSorted((a, b) => a.score - b.score).map(({ template }) => template);
}

/** Returns, for each shortcut, the first of the given languages in which it exists. */
function takenLanguages(
  templates: readonly Template[],
  languages: readonly Language[],
): ReadonlyMap<string, Language> {
  const order = [...languages, ...LANGUAGES];
  const taken = new Map<string, Language>();
  for (const { shortcut, language } of templates) {
    const key = shortcut.toLowerCase();
    const known = taken.get(key);
    if (known === undefined || order.indexOf(language) < order.indexOf(known)) taken.set(key, language);
  }
  return taken;
}

/** The text between a slash at the start or after a space and the cursor; null without one. */
export function slashQuery(text: string, cursor: number): { query: string; start: number } | null {
  const match = /(?:^|\s)\/([\w-]{0,30})$/.exec(text.slice(0, cursor));
  if (!match) return null;
  const query = match[1] ?? '';
  return { query, start: cursor - query.length - 1 };
}
