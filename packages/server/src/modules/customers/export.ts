import type { Readable } from 'node:stream';
import type { Answer, Answers, Customer, CustomField, exportCustomers, QueryOf } from '@trunkline/contract';
import type { Platform } from '#platform/platform';
import { csvFile } from '#platform/csv/csv-file';
import { guardFormula } from '#platform/csv/formulas';
import type { Settings } from '#modules/settings';
import * as store from './store.ts';

type Deps = Pick<Platform, 'db'> & { settings: Pick<Settings, 'customFields'> };
type Filter = Omit<QueryOf<typeof exportCustomers>, 'where'> & Pick<store.Filter, 'conditions' | 'home'>;

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
export async function exportCustomersCsv({ db, settings }: Deps, filter: Filter): Promise<Readable> {
  const fields = await settings.customFields.list(db.q, 'customer');
  const lines = async function* () {
    yield [...COLUMNS, ...fields.map(({ name }) => name)].map(guardFormula);
    let after: store.Place | undefined;
    for (;;) {
      const rows = await store.listPage(db.q, { ...filter, limit: PAGE }, after);
      for (const row of rows.slice(0, PAGE)) yield cellsOf(row, fields).map(guardFormula);
      const last = rows[PAGE - 1];
      if (rows.length <= PAGE || !last) return;
      after = store.placeOf(last, filter.sort);
    }
  };
  return csvFile(lines());
}

/** Answers by field name, as people read them. */
export const namedAnswers = (fields: readonly CustomField[], answers: Answers): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter(({ id }) => answers[id] !== undefined)
      .map((field) => [field.name, textOf(field, answers[field.id])]),
  );

function cellsOf(customer: Customer, fields: readonly CustomField[]): string[] {
  const reached = (kind: 'email' | 'phone') =>
    customer.identities
      .filter((one) => one.kind === kind)
      .map(({ value }) => value)
      .join(', ');
  return [
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
    ...fields.map((field) => textOf(field, customer.fields[field.id])),
  ];
}

function textOf({ options }: CustomField, answer: Answer | undefined): string {
  const nameOf = (id: string) => options.find((one) => one.id === id)?.name ?? id;
  if (answer === undefined) return '';
  if (Array.isArray(answer)) return answer.map(nameOf).join(', ');
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  return typeof answer === 'string' ? nameOf(answer) : plainNumber(answer);
}

/** 1.234 would be read as 1,234 in Indonesian, also by an import: with one more digit it can only be a fraction. */
function plainNumber(value: number): string {
  const text = String(value);
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}
