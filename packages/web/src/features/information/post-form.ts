import type { BodyOf, createInformation, FileRef, InformationPost } from '@trunkline/contract';
import { onOneLine } from '@trunkline/contract';

export type PostForm = {
  title: string;
  /** The plain text, and the same text with formatting. */
  body: string;
  html: string;
  files: FileRef[];
  category: string;
  must_read: boolean;
  /** Values of date and time inputs; empty means now, or without end. */
  starts: string;
  ends: string;
};
export type PostField = 'title' | 'body' | 'category' | 'ends';
/** Converts between a moment and the value of a date and time input. */
export type TimeConversion = {
  toZoned: (moment: string) => string;
  fromZoned: (typed: string) => string | null;
};

export const formOf = (post: InformationPost | null, { toZoned }: TimeConversion): PostForm => ({
  title: post?.title ?? '',
  body: post?.body ?? '',
  html: post ? post.html || htmlOf(post.body) : '',
  files: post?.attachments ?? [],
  category: post ? String(post.category_id) : '',
  must_read: post?.must_read ?? false,
  starts: post ? toZoned(post.starts_at) : '',
  ends: post?.ends_at ? toZoned(post.ends_at) : '',
});

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Converts a plain-text post, from before posts had formatting, for the editor. */
function htmlOf(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
  return escaped
    .split(/\n{2,}/)
    .map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** Returns the fields that are not valid. */
export function problemsOf(form: PostForm): ReadonlySet<PostField> {
  const problems = new Set<PostField>();
  if (onOneLine(form.title) === '') problems.add('title');
  if (form.body.trim() === '') problems.add('body');
  if (form.category === '') problems.add('category');
  if (form.starts !== '' && form.ends !== '' && form.ends <= form.starts) problems.add('ends');
  return problems;
}

export const bodyOf = (form: PostForm, { fromZoned }: TimeConversion): BodyOf<typeof createInformation> => ({
  title: onOneLine(form.title),
  body: form.body,
  html: form.html,
  file_ids: form.files.map(({ id }) => id),
  category_id: Number(form.category),
  must_read: form.must_read,
  starts_at: fromZoned(form.starts),
  ends_at: fromZoned(form.ends),
});
