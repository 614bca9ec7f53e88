/** Somebody who can be mentioned. In the text that is sent they stand by id, in what people read by name. */
export type Colleague = { id: number; fullname: string; username?: string; can_see?: boolean };

const TOKEN = /@\{(\d{1,15})\}/g;
const LONGEST = 40;

/** What stands after an @ that opens the text or follows a space, up to the cursor; null when there is none. */
export function mentionQuery(text: string, cursor: number): { query: string; start: number } | null {
  const before = text.slice(0, cursor);
  const start = before.lastIndexOf('@');
  const query = before.slice(start + 1);
  if (start < 0 || query.length > LONGEST || query.includes('\n')) return null;
  return start === 0 || /[\s(]/.test(before[start - 1] ?? '') ? { query, start } : null;
}

/** Colleagues whose name, or part of it, begins like that; those who may not see the ticket last. */
export function findColleagues(people: readonly Colleague[], query: string): Colleague[] {
  const wanted = query.trim().toLowerCase();
  const fits = ({ fullname, username = '' }: Colleague) =>
    ` ${fullname}`.toLowerCase().includes(` ${wanted}`) || username.toLowerCase().startsWith(wanted);
  // A name that stands there in full, with a space after it, is no question any more.
  const isDone = query.endsWith(' ') && people.some(({ fullname }) => fullname.toLowerCase() === wanted);
  if (isDone) return [];
  return people.filter(fits).toSorted((a, b) => Number(a.can_see === false) - Number(b.can_see === false));
}

/** The text with ids in the place of names: the longest name first, for one may begin like another. */
export function toTokens(text: string, people: readonly Colleague[]): string {
  const named = people.filter(({ can_see }) => can_see !== false);
  const byLength = named.toSorted((a, b) => b.fullname.length - a.fullname.length || a.id - b.id);
  return text.replace(/(?<=^|[\s(])@([^@]+)/g, (whole, rest: string) => {
    const one = byLength.find(({ fullname }) => startsWithName(rest, fullname));
    return one ? `@{${one.id}}${rest.slice(one.fullname.length)}` : whole;
  });
}

function startsWithName(text: string, name: string): boolean {
  const next = text[name.length] ?? '';
  return text.toLowerCase().startsWith(name.toLowerCase()) && !/[\p{L}\p{N}]/u.test(next);
}

/** The text as it was written: names in the place of ids. */
export function toNames(text: string, nameOf: (id: number) => string): string {
  return text.replace(TOKEN, (token, id: string) => (nameOf(Number(id)) ? `@${nameOf(Number(id))}` : token));
}

/** The text in parts: what is plain, and who is mentioned between. */
export function partsOf(text: string): (string | { id: number; at: number })[] {
  const parts: (string | { id: number; at: number })[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, match.index), { id: Number(match[1]), at: match.index });
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
}
