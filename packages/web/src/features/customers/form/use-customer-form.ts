import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { useRecordForm } from '#shared/forms/use-record-form.ts';
import {
  onOneLine,
  createCustomer,
  updateCustomer,
  type Customer,
  type CustomField,
} from '@trunkline/contract';
import {
  answersIn,
  changesOf,
  formOf,
  identitiesToSend,
  mergeForm,
  problemsIn,
  type CustomerForm,
} from './customer-form.ts';
import { refusalOf } from './form-refusal.ts';

type Options = { customer: Customer | null; onSaved: (customer: Customer) => void };

/** The state of the form of a customer. */
export function useCustomerForm({ customer, onSaved }: Options) {
  const { config } = useSession();
  const fields = useCustomFields('customer');
  const state = useRecordForm({
    key: `customers ${customer?.id ?? 'new'}`,
    record: customer,
    begin: (record: Customer | null) => formOf(record, config.default_language),
    isChanged: (form, base) => differs(form, base, fields),
    isFine: (form, base) => problemsIn(form, fields, base).length === 0,
    send: (form, base) => send(form, base, fields),
    refusalOf,
    currentOf: (refusal) => (refusal.kind === 'stale' ? refusal.current : null),
    isOfField: ({ kind }) => kind === 'taken' || kind === 'invalid',
    merge: (form, base, current) => mergeForm(form, { base, current, fields }),
    onSaved,
  });
  const { form, base, isTried } = state;
  return {
    ...state,
    fields,
    problems: isTried ? problemsIn(form, fields, base) : [],
    change: (patch: Partial<CustomerForm>) => state.set({ ...form, ...patch }),
  };
}

type Fields = readonly CustomField[];

async function send(form: CustomerForm, base: Customer | null, fields: Fields): Promise<Customer> {
  if (base) {
    const changes = changesOf(form, base, fields);
    return (
      await call(updateCustomer, { params: { id: base.id }, body: { version: base.version, ...changes } })
    ).data;
  }
  const { name, company, note, language } = form;
  const body = {
    name: onOneLine(name),
    company: company.trim(),
    note,
    language,
    identities: identitiesToSend(form),
    fields: answersIn(form, fields, null).changes,
  };
  return (await call(createCustomer, { body })).data;
}

function differs(form: CustomerForm, base: Customer | null, fields: Fields): boolean {
  if (base) return Object.keys(changesOf(form, base, fields)).length > 0;
  return hasText(form) || Object.keys(answersIn(form, fields, null).changes).length > 0;
}

function hasText(form: CustomerForm): boolean {
  return [form.name, form.company, form.note, ...form.identities.map((entry) => entry.value)].some(
    (text) => text.trim() !== '',
  );
}
