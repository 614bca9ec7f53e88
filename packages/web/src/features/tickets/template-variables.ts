import type { Template } from '@trunkline/contract';

type Wanted = { query: string; language: string; mediaId: number; departmentId: number };

/**
 * Templates for what is typed after the slash, of this channel and department; those in the customer’s language come
 * first, and among equals the order of the settings counts.
 */
export function findTemplates(
  templates: readonly Template[],
  { query, language, mediaId, departmentId }: Wanted,
): Template[] {
  const wanted = query.trim().toLowerCase();
  const fits = (template: Template) =>
    (template.media_id === null || template.media_id === mediaId) &&
    (template.department_id === null || template.department_id === departmentId) &&
    (template.shortcut.toLowerCase().includes(wanted) || template.name.toLowerCase().includes(wanted));
  const score = (template: Template) =>
    (template.language === language ? 0 : 2) + (template.shortcut.toLowerCase().startsWith(wanted) ? 0 : 1);
  return templates.filter(fits).toSorted((a, b) => score(a) - score(b));
}

/** What stands after a slash that opens the text or follows a space, up to the cursor; null when there is none. */
export function slashQuery(text: string, cursor: number): { query: string; start: number } | null {
  const match = /(?:^|\s)\/([\w-]{0,30})$/.exec(text.slice(0, cursor));
  if (!match) return null;
  const query = match[1] ?? '';
  return { query, start: cursor - query.length - 1 };
}
