import {
  CAPACITY_MAX,
  emailAddress,
  EXTENSION,
  LANGUAGES,
  LIMITS,
  line,
  PROFICIENCIES,
  type PeopleColumn,
  type Person,
} from '@trunkline/contract';
import { unguardFormula } from '#platform/csv/formulas';

/** Ids by name in lower case. */
export type IdsByName = Record<'levels' | 'departments' | 'skills', ReadonlyMap<string, number>>;

export type ImportedFields = Partial<
  Pick<
    Person,
    | 'username'
    | 'fullname'
    | 'email'
    | 'user_level_id'
    | 'department_ids'
    | 'extension'
    | 'language'
    | 'is_monitoring'
    | 'chat_capacity'
    | 'skills'
  >
>;
type Read = { fields: ImportedFields } | { problem: 'invalid' | 'unknown_reference' };

const invalid = { problem: 'invalid' } as const;
const unknown = { problem: 'unknown_reference' } as const;
const KNOWN_USUALLY = 3;
const YES = new Set(['yes', 'true', '1', 'ya']);
const NO = new Set(['no', 'false', '0', 'tidak']);

const name = line(LIMITS.name);
/** A name as the form would take it; none that would have to lose a line break. */
function named(key: 'username' | 'fullname', text: string): Read {
  const read = name.safeParse(text);
  // oxlint-disable-next-line no-control-regex -- control characters are what has to be found
  return read.success && !/[\u0000-\u001f\u007f]/.test(text) ? { fields: { [key]: read.data } } : invalid;
}

/** Several values in a cell are separated by semicolons or line breaks. */
const partsOf = (text: string): string[] => text.split(/[;\n|]/).flatMap((part) => part.trim() || []);

function skillsIn(text: string, known: IdsByName['skills']): Read {
  const skills: Person['skills'] = [];
  for (const part of partsOf(text)) {
    const [, name = part, level] = /^(.*):\s*(\d+)$/.exec(part) ?? [];
    const skill_id = known.get(name.trim().toLowerCase());
    if (skill_id === undefined) return unknown;
    const proficiency = PROFICIENCIES.find((one) => one === Number(level ?? KNOWN_USUALLY));
    if (!proficiency || skills.some((one) => one.skill_id === skill_id)) return invalid;
    skills.push({ skill_id, proficiency });
  }
  return { fields: { skills } };
}

function departmentsIn(text: string, known: IdsByName['departments']): Read {
  const ids = partsOf(text).map((name) => known.get(name.toLowerCase()));
  if (ids.includes(undefined)) return unknown;
  const department_ids = [...new Set(ids.filter((id) => id !== undefined))];
  return { fields: { department_ids: department_ids.toSorted((a, b) => a - b) } };
}

const READERS: Record<PeopleColumn, (text: string, names: IdsByName) => Read> = {
  username: (text) => named('username', text),
  fullname: (text) => named('fullname', text),
  email: (text) => (emailAddress.safeParse(text).success ? { fields: { email: text } } : invalid),
  level(text, { levels }) {
    const user_level_id = levels.get(text.toLowerCase());
    return user_level_id === undefined ? unknown : { fields: { user_level_id } };
  },
  departments: (text, { departments }) => departmentsIn(text, departments),
  extension: (text) => (EXTENSION.test(text) ? { fields: { extension: text } } : invalid),
  language(text) {
    const language = LANGUAGES.find((one) => one === text.toLowerCase());
    return language ? { fields: { language } } : invalid;
  },
  is_monitoring(text) {
    const word = text.toLowerCase();
    if (!YES.has(word) && !NO.has(word)) return invalid;
    return { fields: { is_monitoring: YES.has(word) } };
  },
  chat_capacity: (text) =>
    /^\d{1,3}$/.test(text) && Number(text) <= CAPACITY_MAX
      ? { fields: { chat_capacity: Number(text) } }
      : invalid,
  skills: (text, { skills }) => skillsIn(text, skills),
};

/** Parses a cell; no fields where it is empty. Pure. */
export function readCell(column: PeopleColumn, cell: string, names: IdsByName): Read {
  const text = unguardFormula(cell).trim();
  return text === '' ? { fields: {} } : READERS[column](text, names);
}
