import type { Readable } from 'node:stream';
import type { Answer, Answers, Customer, CustomField, exportCustomers, QueryOf } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Platform } from '#platform/platform';
import { csvFile, csvDialectOf, type CsvDialect } from '#platform/csv/csv-file';
import { guardFormula } from '#platform/csv/formulas';
import type { Settings } from '#modules/settings';
import type { SeenFigures } from './seen-figures.ts';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db'> & {
  settings: Pick<Settings, 'customFields'>;
  figures: Pick<SeenFigures, 'of'>;
};
type Filter = Omit<QueryOf<typeof exportCustomers>, 'where'> &
  Pick<store.CustomerListFilter, 'conditions' | 'home'>;

const PAGE = 500;
const COLUMNS = [
  'id',
  'name',
  'company',
  'email',
  'phone',
  'language',
  'note',
  'since',
  'last contact',
  'tickets',
];

/** The customers of a list as CSV, read page by page while it is sent; it can be imported again. */
export async function exportCustomersCsv(
  { db, settings, figures }: Deps,
  viewer: Viewer,
  filter: Filter,
): Promise<Readable> {
  const form = csvDialectOf(viewer);
  const fields = await settings.customFields.list(db.q, 'customer');
  const lines = async function* () {
    yield [...COLUMNS, ...fields.map(({ name }) => name)].map(guardFormula);
    let after: store.CustomerSortPosition | undefined;
    for (;;) {
      const rows = await store.listPage(db.q, { ...filter, limit: PAGE }, after);
      const page = await figures.of(db.q, viewer, rows.slice(0, PAGE));
      for (const row of page) yield cellsOf(row, { fields, form });
      const last = rows[PAGE - 1];
      if (rows.length <= PAGE || !last) return;
      after = store.customerSortPosition(last, filter.sort);
    }
  };
  return csvFile(lines(), form);
}

/** Answers by field name, as people read them. */
export const namedAnswers = (fields: readonly CustomField[], answers: Answers): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter(({ id }) => answers[id] !== undefined)
      .map((field) => [field.name, textOf(field, answers[field.id], plainNumber)]),
  );

type Written = { fields: readonly CustomField[]; form: CsvDialect };

/** Numbers are not escaped like texts: a minus in front of one starts no formula. */
function cellsOf(customer: Customer, { fields, form }: Written): string[] {
  const reached = (kind: 'email' | 'phone') =>
    customer.identities
      .filter((one) => one.kind === kind)
      .map(({ value }) => value)
      .join(', ');
  const known = [
    String(customer.id),
    customer.name,
    customer.company,
    reached('email'),
    reached('phone'),
    customer.language,
    customer.note,
    customer.created_at,
    customer.last_contact_at ?? '',
    String(customer.total_tickets),
  ];
  const numberText = (value: number): string => form.number(value).replace(LIKE_GROUPS, '$&0');
  const answers = fields.map((field) => {
    const answer = customer.fields[field.id];
    const text = textOf(field, answer, numberText);
    return typeof answer === 'number' ? text : guardFormula(text);
  });
  return [...known.map(guardFormula), ...answers];
}

function textOf(
  { options }: CustomField,
  answer: Answer | undefined,
  numberText: (value: number) => string,
): string {
  const nameOf = (id: string) => options.find((one) => one.id === id)?.name ?? id;
  if (answer === undefined) return '';
  if (Array.isArray(answer)) return answer.map(nameOf).join(', ');
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return typeof answer === 'string' ? nameOf(answer) : numberText(answer);
}

/** An import in Indonesian would read 1.234 as 1234. One more digit makes sure that it is a fraction. */
const LIKE_GROUPS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;
const plainNumber = (value: number): string => String(value).replace(LIKE_GROUPS, '$&0');
