const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns plain text as HTML for the editor: one paragraph is inserted inline, several as blocks. */
export function htmlOfText(text: string): string {
  const escaped = text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
  const paragraphs = escaped.split(/\n{2,}/).map((one) => one.replaceAll('\n', '<br>'));
  return paragraphs.length === 1 ? (paragraphs[0] ?? '') : paragraphs.map((one) => `<p>${one}</p>`).join('');
}

/** Returns the draft of an e-mail as HTML; one that was begun as plain text, before the customer wrote an e-mail, is converted. */
export const emailHtml = (draft: string): string =>
  /^<(?:p|ul|ol|blockquote|pre)\b/.test(draft) ? draft : htmlOfText(draft);
