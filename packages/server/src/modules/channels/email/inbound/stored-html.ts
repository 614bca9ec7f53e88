import { text } from 'node:stream/consumers';
import type { Platform } from '#platform/platform';

type Stored = { html: string | null; html_file_id: string | null };

/** The HTML of a received or sent mail; undefined if it has none, or if the original was deleted. */
export async function storedHtml(
  files: Platform['files'],
  { html, html_file_id: id }: Stored,
): Promise<string | undefined> {
  if (html !== null) return html;
  return id !== null && files.has(id) ? text(files.read(id)) : undefined;
}
