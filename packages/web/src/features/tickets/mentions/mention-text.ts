/** A person who can be mentioned: by id in the text that is sent, by name on the screen. */
export type Colleague = { id: number; fullname: string; username?: string; can_see?: boolean };

const TOKEN = /@\{(\d{1,15})\}/g;
const LONGEST = 40;

/** The text between an @ at the start or after a space and the cursor; null without one. */
export function mentionQuery(text: string, cursor: number): { query: string; start: number } | null {
  const before = text.slice(0, cursor);
  const start = before.lastIndexOf('@');
  const query = before.slice(start + 1);
  if (start < 0 || query.length > LONGEST || query.includes('\n')) return null;
  return start === 0 || /[\s(]/.test(before[start - 1] ?? '') ? { query, start } : null;
}

/** Colleagues with a part of the name that starts with the text; those without access to the ticket last. */
export function findColleagues(people: readonly Colleague[], query: string): Colleague[] {
  const wanted = query.trim().toLowerCase();
  const fits = ({ fullname, username = '' }: Colleague) =>
    ` ${fullname}`.toLowerCase().includes(` ${wanted}`) || username.toLowerCase().startsWith(wanted);
  // A complete name followed by a space is not a search any more.
  const isDone = query.endsWith(' ') && people.some(({ fullname }) => fullname.toLowerCase() === wanted);
  if (isDone) return [];
  return people.filter(fits).toSorted((a, b) => Number(a.can_see === false) - Number(b.can_see === false));
}

/** Returns the text with ids in place of names; longest names first, because one may be the beginning of another. */
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

/** Returns the text with names in place of ids. */
export function toNames(text: string, nameOf: (id: number) => string): string {
  return text.replace(TOKEN, (token, id: string) => (nameOf(Number(id)) ? `@${nameOf(Number(id))}` : token));
}

/** Splits the text into plain parts and mentions. */
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
