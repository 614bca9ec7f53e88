import type { Component, MetaTemplate } from './template-types.ts';

/** Meta's error for an invalid template. */
export type TemplateError = {
  message: string;
  error_subcode: number;
  error_user_title: string;
  error_user_msg: string;
};

/** Returns the MIME type of the file behind a handle, if there is one. */
export type MimeOf = (handle: unknown) => string | undefined;

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;
const variablesIn = (text = ''): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** Returns why Meta would reject a new template for formal reasons, before anybody reviews it. */
export function templateErrorOf(
  { name, language, category, components }: MetaTemplate,
  mimeOf: MimeOf,
): TemplateError | undefined {
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    return templateError(2_388_040, 'Invalid name', 'A name has small letters, digits and underscores only.');
  if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language))
    return templateError(2_388_039, 'Invalid language', 'This language is not supported.');
  if (!/^(UTILITY|MARKETING)$/.test(category))
    return templateError(2_388_042, 'Invalid category', 'This category is not supported.');
  return textError(components) ?? mistakeInFile(components, mimeOf);
}

function textError(components: readonly Component[]): TemplateError | undefined {
  const body = components.find(({ type }) => type === 'BODY')?.text ?? '';
  if (body.trim() === '' || body.length > 1024)
    return templateError(2_388_040, 'Invalid text', 'The body has to have from 1 to 1024 characters.');
  if (/^\s*\{\{|\}\}\s*$/.test(body))
    return templateError(
      2_388_299,
      'Variables at the edge',
      'Variables can’t be at the start or end of the template.',
    );
  return components.every(hasExamples)
    ? undefined
    : templateError(2_388_043, 'Missing examples', 'Every variable needs an example.');
}

const FILES: Readonly<Record<string, RegExp>> = {
  IMAGE: /^image\/(jpe?g|png)$/,
  VIDEO: /^video\/mp4$/,
  DOCUMENT: /^application\/pdf$/,
};

/** A header with a file needs an example of the right type, which must have been uploaded. */
function mistakeInFile(components: readonly Component[], mimeOf: MimeOf): TemplateError | undefined {
  const header = components.find(({ type }) => type === 'HEADER');
  const wanted = FILES[header?.format ?? ''];
  if (!wanted) return undefined;
  const handles = header?.example?.['header_handle'];
  const [mime = ''] = Array.isArray(handles) ? handles.map((one) => mimeOf(one)) : [];
  return wanted.test(mime)
    ? undefined
    : templateError(
        2_388_273,
        'Invalid media',
        `An example of the header’s ${header?.format} is missing or not valid.`,
      );
}

function hasExamples({ type, text, example = {}, buttons = [] }: Component): boolean {
  const wanted = variablesIn(text).length;
  const given =
    type === 'BODY'
      ? (example['body_text_named_params'] ?? (example['body_text'] as unknown[] | undefined)?.[0])
      : (example['header_text_named_params'] ?? example['header_text']);
  const ofButtons = buttons.every(({ url, example: of = [] }) => of.length === variablesIn(url).length);
  return ofButtons && (wanted === 0 || (Array.isArray(given) && given.length === wanted));
}

const templateError = (subcode: number, title: string, words: string): TemplateError => ({
  message: 'Invalid parameter',
  error_subcode: subcode,
  error_user_title: title,
  error_user_msg: words,
});
