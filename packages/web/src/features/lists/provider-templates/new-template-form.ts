import {
  newTemplateContent,
  newTemplateProblems,
  TEMPLATE_CATEGORIES,
  TEMPLATE_FILE_KINDS,
  TEMPLATE_LANGUAGES,
  templateSlots,
  type MessagingTemplate,
  type NewTemplate,
  type NewTemplateProblem,
} from '@trunkline/contract';

export type NewTemplateForm = NewTemplate & { account_id: number };

/** Returns an empty form, or a copy of another template under a new name, because names are unique. */
export function initialTemplateForm(
  accountId: number,
  language: string,
  like?: MessagingTemplate,
): NewTemplateForm {
  const empty = { header: '', header_file: null, body: '', footer: '', buttons: [], examples: {} };
  const blank = { ...empty, account_id: accountId, name: '', language, category: TEMPLATE_CATEGORIES[0] };
  if (!like) return blank;
  const { header, body, footer, buttons } = like.content;
  return {
    ...blank,
    name: nextName(like.name),
    language: TEMPLATE_LANGUAGES.includes(like.language) ? like.language : language,
    category: TEMPLATE_CATEGORIES.find((one) => one === like.category) ?? blank.category,
    header: header.text,
    header_file: fileAbove(header.kind),
    body,
    footer,
    buttons: buttons.flatMap(({ kind, text, value }) => (kind === 'other' ? [] : [{ kind, text, value }])),
  };
}

/** Returns the header of a copied template without its file, which was an example and is stored at WhatsApp only. */
function fileAbove(kind: string): NewTemplateForm['header_file'] {
  const known = TEMPLATE_FILE_KINDS.find((one) => one === kind);
  return known ? { kind: known, file: null } : null;
}

/** Returns the next free form of a name: `ready` becomes `ready_2`, and `ready_2` becomes `ready_3`. */
function nextName(name: string): string {
  const [, stem = name, number = '1'] = /^(.*)_(\d{1,3})$/.exec(name) ?? [];
  return `${stem}_${Number(number) + 1}`;
}

/** Converts a typed name to WhatsApp's notation. */
export const toTemplateName = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/[^a-z0-9_]/g, '');

/** Fills in the proposed examples where the user has typed none. */
export function withProposedExamples(
  form: NewTemplateForm,
  proposed: Readonly<Record<string, string>>,
): NewTemplateForm {
  const slots = templateSlots(newTemplateContent(form));
  const examples = slots.map(({ key }) => [key, form.examples[key] ?? proposed[key] ?? '']);
  return { ...form, examples: Object.fromEntries(examples) as Record<string, string> };
}

/** Returns the first problem of each field. */
export function problemsOf(form: NewTemplateForm): Map<string, NewTemplateProblem['problem']> {
  const found = new Map<string, NewTemplateProblem['problem']>();
  for (const { path, problem } of newTemplateProblems(form)) if (!found.has(path)) found.set(path, problem);
  return found;
}
