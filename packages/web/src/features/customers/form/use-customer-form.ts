import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { useMutation } from '@tanstack/react-query';
import { createCustomer, updateCustomer, type Customer, type CustomField } from '@trunkline/contract';
import { useState } from 'react';
import {
  answersIn,
  changesOf,
  formOf,
  identitiesToSend,
  mergeForm,
  problemsIn,
  type CustomerForm,
  type FormProblem,
} from './customer-form.ts';
import { dropDraft, keepDraft, readDraft } from './form-drafts.ts';
import { refusalOf } from './form-refusal.ts';

type Options = { customer: Customer | null; onSaved: (customer: Customer) => void };

/** The state of the drawer: what is typed, what it is based on, what is wrong with it, and saving. */
export function useCustomerForm({ customer, onSaved }: Options) {
  const { config } = useSession();
  const fields = useCustomFields('customer');
  const kept = readDraft(customer);
  const [base, setBase] = useState(kept?.base ?? customer);
  const [form, setForm] = useState(() => kept?.form ?? formOf(customer, config.default_language));
  const [isRestored, setRestored] = useState(kept !== undefined);
  const [problems, setProblems] = useState<FormProblem[]>([]);
  const isChanged = differs(form, base, fields);

  const save = useMutation({
    mutationFn: (sent: CustomerForm) => send(sent, base, fields),
    onSuccess: (saved) => {
      dropDraft(customer);
      onSaved(saved);
    },
    onError: (error, sent) => {
      const stale = refusalOf(error, sent);
      if (stale.kind !== 'stale' || !base) return;
      setForm(mergeForm(sent, { base, current: stale.current, fields }));
      setBase(stale.current);
    },
  });
  const refusal = save.error ? refusalOf(save.error, save.variables) : null;

  function reset(to: Customer | null): void {
    dropDraft(customer);
    setBase(to);
    setForm(formOf(to, config.default_language));
    setProblems([]);
    save.reset();
    setRestored(false);
  }

  return {
    form,
    fields,
    base,
    problems,
    refusal,
    isChanged,
    isRestored,
    isSaving: save.isPending,
    change(patch: Partial<CustomerForm>): void {
      const next = { ...form, ...patch };
      setForm(next);
      // Once something was wrong, it is said as soon as it is right.
      if (problems.length > 0) setProblems(problemsIn(next, fields, base));
      if (refusal?.kind === 'taken' || refusal?.kind === 'invalid') save.reset();
    },
    submit(): void {
      const found = problemsIn(form, fields, base);
      setProblems(found);
      if (found.length === 0 && !save.isPending) save.mutate(form);
    },
    discard: () => reset(customer),
    takeTheirs: () => reset(base),
    keep: () => (isChanged ? keepDraft({ form, base }) : dropDraft(customer)),
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
    name: name.trim(),
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
