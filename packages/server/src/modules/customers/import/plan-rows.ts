import {
  isSameAnswer,
  missingFields,
  type Answers,
  type CustomerImportColumn,
  type CustomField,
  type Language,
} from '@trunkline/contract';
import type { ImportedIdentity, ImportedCustomer, RowProblem } from './read-row.ts';

export type ExistingCustomer = {
  id: number;
  name: string;
  company: string;
  note: string;
  language: Language;
  fields: Answers;
};
export type ImportLine = { line: number; row: ImportedCustomer };
export type CustomerLineProblem = RowProblem & { line: number };

type New = Omit<ExistingCustomer, 'id'> & { identities: ImportedIdentity[] };
/** What some lines of a file would do. */
export type RowsPlan = {
  created: New[];
  changed: ExistingCustomer[];
  /** Addresses to add to existing customers. */
  added: (ImportedIdentity & { customer_id: number })[];
  unchanged: number;
  problems: CustomerLineProblem[];
};

type PlanContext = {
  /** The customers of addresses, by `kind:value`. */
  owners: ReadonlyMap<string, number>;
  known: ReadonlyMap<number, ExistingCustomer>;
  fields: readonly CustomField[];
  existing: 'update' | 'skip';
  language: Language;
  /** Whether an earlier line, which a dry run does not store, had this address. */
  isSeen?: (key: string) => boolean;
  /** The name in the file of the column for a target. */
  columnOf: (place: CustomerImportColumn) => string | undefined;
};

/**
 * What some lines would do, in order: a line with the address of a customer belongs to that customer, even if an earlier line
 * of the file has just created them. Pure.
 */
export function planRows(lines: readonly ImportLine[], around: PlanContext): RowsPlan {
  const plan: RowsPlan = { created: [], changed: [], added: [], unchanged: 0, problems: [] };
  const fresh = new Map<string, New>();
  const current = new Map(around.known);
  for (const { line, row } of lines) {
    const keys = row.identities.map(identityKeyOf);
    const owners = new Set(keys.flatMap((key) => around.owners.get(key) ?? fresh.get(key) ?? []));
    const [owner] = owners;
    if (owners.size > 1) plan.problems.push({ line, column: null, problem: 'two_customers' });
    else if (owner === undefined && keys.some((key) => around.isSeen?.(key))) plan.unchanged += 1;
    else if (owner === undefined) create({ line, row }, { plan, fresh, around });
    else if (around.existing === 'skip') plan.unchanged += 1;
    else if (typeof owner === 'object') join(owner, row, { plan, fresh });
    else change(owner, row, { plan, current, owners: around.owners });
  }
  return plan;
}

export const identityKeyOf = ({ kind, value }: ImportedIdentity): string => `${kind}:${value}`;

function create(
  { line, row }: ImportLine,
  { plan, fresh, around }: { plan: RowsPlan; fresh: Map<string, New>; around: PlanContext },
): void {
  const missing = missingFields(around.fields, row.fields, 'create').map(
    ({ id, name }) => around.columnOf(`field:${id}`) ?? name,
  );
  if (!row.name) missing.unshift(around.columnOf('name') ?? 'name');
  if (missing.length > 0) {
    for (const column of missing) plan.problems.push({ line, column, problem: 'missing' });
    return;
  }
  const made: New = {
    name: row.name ?? '',
    company: row.company ?? '',
    note: row.note ?? '',
    language: row.language ?? around.language,
    fields: row.fields,
    identities: row.identities,
  };
  plan.created.push(made);
  for (const identity of row.identities) fresh.set(identityKeyOf(identity), made);
}

/** Applies a further line about a customer whom the file itself creates. */
function join(
  owner: New,
  row: ImportedCustomer,
  { plan, fresh }: { plan: RowsPlan; fresh: Map<string, New> },
): void {
  Object.assign(owner, givenValues(row));
  owner.fields = { ...owner.fields, ...row.fields };
  for (const identity of row.identities) {
    if (fresh.has(identityKeyOf(identity))) continue;
    owner.identities = [...owner.identities, identity];
    fresh.set(identityKeyOf(identity), owner);
  }
  plan.unchanged += 1;
}

function change(
  id: number,
  row: ImportedCustomer,
  {
    plan,
    current,
    owners,
  }: { plan: RowsPlan; current: Map<number, ExistingCustomer>; owners: ReadonlyMap<string, number> },
): void {
  const before = current.get(id);
  if (!before) return;
  const after = { ...before, ...givenValues(row), fields: { ...before.fields, ...row.fields } };
  const added = row.identities.filter((identity) => !owners.has(identityKeyOf(identity)));
  for (const identity of added)
    if (!plan.added.some((one) => identityKeyOf(one) === identityKeyOf(identity)))
      plan.added.push({ ...identity, customer_id: id });
  if (added.length === 0 && isSame(before, after)) {
    plan.unchanged += 1;
    return;
  }
  current.set(id, after);
  plan.changed = [...plan.changed.filter((one) => one.id !== id), after];
}

/** The fields that the line has; empty ones stay unchanged. */
function givenValues({ name, company, note, language }: ImportedCustomer): Partial<ExistingCustomer> {
  return {
    ...(name && { name }),
    ...(company && { company }),
    ...(note && { note }),
    ...(language && { language }),
  };
}

const isSame = (a: ExistingCustomer, b: ExistingCustomer): boolean =>
  a.name === b.name &&
  a.company === b.company &&
  a.note === b.note &&
  a.language === b.language &&
  Object.keys(b.fields).every((id) => isSameAnswer(a.fields[id], b.fields[id]));
