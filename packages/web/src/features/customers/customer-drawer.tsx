import { FormDrawer } from '#shared/forms/form-drawer.tsx';
import { AnswerFields } from '#shared/fields/answer-fields.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Select, Textarea, TextInput } from '@mantine/core';
import { LANGUAGES, LIMITS, type Customer } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { IdentityFields } from './form/identity-fields.tsx';
import { StaleNotice } from './table/stale-notice.tsx';
import { answerProblemsIn } from './form/customer-form.ts';
import { useCustomerForm } from './form/use-customer-form.ts';

type Props = { customer: Customer | null; onClose: () => void; onSaved: (customer: Customer) => void };

/** The form to create or change a customer. What is typed survives closing. */
export function CustomerDrawer({ customer, onClose, onSaved }: Props) {
  const { t } = useTranslation('customers');
  const state = useCustomerForm({
    customer,
    onSaved: (saved) => {
      toast(customer ? t('form.saved') : t('form.created', { name: saved.name }));
      onSaved(saved);
      onClose();
    },
  });
  const { form, refusal, problems } = state;
  const failure = refusal?.kind === 'failed' || refusal?.kind === 'offline' ? refusal.kind : null;

  return (
    <FormDrawer
      title={customer ? t('form.title-edit', { name: customer.name }) : t('form.title-new')}
      state={state}
      isNew={customer === null}
      failure={failure}
      stale={
        refusal?.kind === 'stale' && (
          <StaleNotice
            form={form}
            fields={state.fields}
            current={refusal.current}
            onApply={state.submit}
            onTake={state.takeTheirs}
          />
        )
      }
      onClose={onClose}
    >
      <TextInput
        label={t('form.name')}
        value={form.name}
        maxLength={LIMITS.name}
        error={problems.some((entry) => entry.path === 'name') && t('form.problem.required')}
        onChange={(event) => state.change({ name: event.currentTarget.value })}
        data-autofocus
        dir="auto"
        required
        withAsterisk={false}
      />
      <TextInput
        label={t('form.company')}
        value={form.company}
        maxLength={LIMITS.name}
        onChange={(event) => state.change({ company: event.currentTarget.value })}
        dir="auto"
      />
      <IdentityFields
        entries={form.identities}
        problems={problems}
        refusal={refusal}
        onChange={(identities) => state.change({ identities })}
        onOpenOwner={onClose}
      />
      <Select
        label={t('form.language')}
        description={t('form.language-hint')}
        value={form.language}
        data={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
        onChange={(language) => language && state.change({ language: language })}
      />
      <Answers state={state} />
      <Textarea
        label={t('form.note')}
        description={t('form.note-hint')}
        value={form.note}
        maxLength={LIMITS.visitorBody}
        autosize
        minRows={3}
        maxRows={10}
        onChange={(event) => state.change({ note: event.currentTarget.value })}
        dir="auto"
      />
    </FormDrawer>
  );
}

function Answers({ state }: { state: ReturnType<typeof useCustomerForm> }) {
  return (
    <AnswerFields
      fields={state.fields}
      answers={state.base?.fields ?? {}}
      drafts={state.form.fields}
      problems={answerProblemsIn(state.problems)}
      isRequired={({ required }) => required === 'create'}
      onChange={(fields) => state.change({ fields })}
    />
  );
}
