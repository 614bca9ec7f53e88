import type { SettingsList, ListField } from '@trunkline/contract';
import { number } from '#shared/lib/format.ts';
import type texts from './words/import-wanted.en.ts';

export type ColumnHint = { key: keyof typeof texts; with: Record<string, string> };

/** Returns the text that says what a column of an import file should contain, for a value that is not valid. Pure. */
export function columnHintFor({ fields }: Pick<SettingsList, 'fields'>, column: string | null): ColumnHint {
  if (column === 'is_active') return { key: 'check', with: {} };
  const field = column === null ? undefined : fields[column];
  return field ? hintOf(field) : { key: 'other', with: {} };
}

function hintOf(field: ListField): ColumnHint {
  switch (field.kind) {
    case 'line':
      // A field whose schema refuses spaces holds a key, not free text.
      return { key: isPlain(field) ? 'line' : 'key', with: { max: number(field.max) } };
    case 'text':
      return { key: 'text', with: { max: number(field.max) } };
    case 'number':
      return { key: 'number', with: { min: number(field.min), max: number(field.max) } };
    case 'choice':
      return { key: 'choice', with: { choices: field.choices.join(', ') } };
    case 'hours':
      return { key: field.of, with: {} };
    default:
      return { key: PLAIN.find((kind) => kind === field.kind) ?? 'other', with: {} };
  }
}

const PLAIN = ['check', 'date', 'zone', 'options', 'conditions'] as const;

const isPlain = ({ schema }: ListField): boolean => schema.safeParse('a b').success;
