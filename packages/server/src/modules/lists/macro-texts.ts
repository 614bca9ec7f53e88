import { TEMPLATE_VARIABLES, type ListRow, type ListValue } from '@trunkline/contract';
import type { Query } from '#platform/db';
import { AppError } from '#platform/errors';
import { listCustomFields } from './custom-field-store.ts';
import { variableOf, variablesIn } from './variables.ts';
import type { ListRowContent } from './changes.ts';
import type { StoredList } from './definitions.ts';

type Written = { before?: ListRow; after: ListRowContent };

const textOf = (value: ListValue | undefined): string => (typeof value === 'string' ? value : '');

/** The texts in which variables are filled in, by list. */
const FILLED: Partial<Record<StoredList['kind'], readonly string[]>> = {
  templates: ['body'],
  macros: ['reply', 'note'],
  automation: ['reply', 'note'],
};

/** Refuses a text of a template, macro or rule with an unknown variable, which customers would get unfilled. */
export async function demandVariables(q: Query, list: StoredList, rows: readonly Written[]): Promise<void> {
  const names = FILLED[list.kind] ?? [];
  const texts = rows.flatMap(({ before, after }) =>
    names
      .filter((name) => after.values[name] !== before?.values[name])
      .map((name) => ({ name, used: variablesIn(textOf(after.values[name])) })),
  );
  if (texts.every(({ used }) => used.length === 0)) return;
  const known = new Set<string>([...TEMPLATE_VARIABLES, ...(await listCustomFields(q)).map(variableOf)]);
  const problems = texts.flatMap(({ name, used }) =>
    used
      .filter((variable) => !known.has(variable))
      .map((variable) => ({
        path: `values.${name}`,
        message: `Unknown variable {{${variable}}}`,
      })),
  );
  if (problems.length > 0) throw new AppError('invalid', problems);
}
