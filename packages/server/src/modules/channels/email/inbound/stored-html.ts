import { text } from 'node:stream/consumers';
import type { Platform } from '#platform/platform';

type Stored = { html: string | null; html_file_id: string | null };

/** The HTML of a mail as it came or was written; undefined where it has none, or no longer. */
export async function storedHtml(
  files: Platform['files'],
  { html, html_file_id: id }: Stored,
): Promise<string | undefined> {
  if (html !== null) return html;
  return id !== null && files.has(id) ? text(files.read(id)) : undefined;
}
