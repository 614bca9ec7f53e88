import type { Template } from '@trunkline/contract';

export type TemplateValues = Record<'customer.name' | 'agent.name' | 'ticket.number', string>;

/** Fills `{{customer.name}}` and the like. A name that is not known stays as it is, so that the agent sees it. */
export function fillTemplate(body: string, values: TemplateValues): string {
  return body.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) =>
    isKnown(name, values) ? values[name] : whole,
  );
}

/** Templates for what is typed after the slash; those in the customer's language and of this channel come first. */
export function findTemplates(
  templates: readonly Template[],
  { query, language, mediaId }: { query: string; language: string; mediaId: number },
): Template[] {
  const wanted = query.trim().toLowerCase();
  const fits = (template: Template) =>
    (template.media_id === null || template.media_id === mediaId) &&
    (template.shortcut.toLowerCase().includes(wanted) || template.name.toLowerCase().includes(wanted));
  const score = (template: Template) =>
    (template.language === language ? 0 : 2) + (template.shortcut.toLowerCase().startsWith(wanted) ? 0 : 1);
  return templates.filter(fits).toSorted((a, b) => score(a) - score(b) || a.name.localeCompare(b.name));
}

/** What stands after a slash that opens the text or follows a space, up to the cursor; null when there is none. */
export function slashQuery(text: string, cursor: number): { query: string; start: number } | null {
  const match = /(?:^|\s)\/([\w-]{0,30})$/.exec(text.slice(0, cursor));
  if (!match) return null;
  const query = match[1] ?? '';
  return { query, start: cursor - query.length - 1 };
}

function isKnown(name: string, values: TemplateValues): name is keyof TemplateValues {
  return Object.hasOwn(values, name);
}
