import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { AnswerFields } from '#shared/fields/answer-fields.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { SaveState, type SaveStatus } from '#shared/ui/states/save-state.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { LANGUAGES, LIMITS, type Customer } from '@trunkline/contract';
import { useId, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './customer-drawer.module.css';
import { IdentityFields } from './form/identity-fields.tsx';
import { StaleNotice } from './table/stale-notice.tsx';
import { answerProblemsIn } from './form/customer-form.ts';
import { useCustomerForm } from './form/use-customer-form.ts';

type Props = { customer: Customer | null; onClose: () => void; onSaved: (customer: Customer) => void };

/** Creates a customer, or changes one. What is typed survives closing. */
export function CustomerDrawer({ customer, onClose, onSaved }: Props) {
  const { t } = useTranslation('customers');
  const id = useId();
  const state = useCustomerForm({
    customer,
    onSaved: (saved) => {
      toast(customer ? t('form.saved') : t('form.created', { name: saved.name }));
      onSaved(saved);
      onClose();
    },
  });
  const { form, refusal, problems } = state;
  const status = statusOf(state);

  function handleClose(): void {
    state.keep();
    onClose();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    state.submit();
  }

  return (
    <Drawer
      opened
      onClose={handleClose}
      title={customer ? t('form.title-edit', { name: customer.name }) : t('form.title-new')}
      footer={
        <>
          {(customer !== null || state.isChanged) && (
            <span className={classes['status']}>
              <SaveState status={status} />
            </span>
          )}
          <Button variant="default" onClick={handleClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={id} loading={state.isSaving} disabled={!state.isChanged}>
            {customer ? t('form.save') : t('form.create')}
          </Button>
        </>
      }
    >
      <form id={id} className={classes['form']} onSubmit={handleSubmit} noValidate>
        {state.isRestored && (
          <Notice
            actions={
              <Button size="compact-sm" variant="subtle" onClick={state.discard}>
                {t('form.discard')}
              </Button>
            }
          >
            {t('form.restored')}
          </Notice>
        )}
        {refusal?.kind === 'stale' && (
          <StaleNotice
            form={form}
            fields={state.fields}
            current={refusal.current}
            onApply={state.submit}
            onTake={state.takeTheirs}
          />
        )}
        {status === 'failed' && <Notice kind="failed">{t(`form.${refusal?.kind}`)}</Notice>}
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
      </form>
    </Drawer>
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

function statusOf(state: ReturnType<typeof useCustomerForm>): SaveStatus {
  if (state.isSaving) return 'saving';
  if (state.refusal?.kind === 'failed' || state.refusal?.kind === 'offline') return 'failed';
  return state.isChanged ? 'unsaved' : 'saved';
}
