import { useInsertAtCursor } from '#shared/lib/use-insert.ts';
import { Button, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core';
import {
  NEW_TEMPLATE_LIMITS,
  TEMPLATE_CATEGORIES,
  TEMPLATE_LANGUAGES,
  type TemplateAccount,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useLanguageNames } from '#shared/messaging/language-names.ts';
import { HeaderFields } from './header-fields.tsx';
import { toTemplateName } from './new-template-form.ts';
import classes from './provider-templates.module.css';
import type { NewTemplateState } from './use-new-template.ts';
import { useProblem } from './use-problem.ts';

type Props = { state: NewTemplateState };
/** Variables that the reply box fills from the ticket. */
const VARIABLES = ['customer_name', 'agent_name', 'ticket_number'] as const;

/** Name, category and language of a template. */
export function AboutFields({ state, accounts }: Props & { accounts: readonly TemplateAccount[] }) {
  const { t } = useTranslation('lists/provider-templates');
  const nameOf = useLanguageNames();
  const problem = useProblem(state);
  const { form, set } = state;
  return (
    <>
      {accounts.length > 1 && (
        <Select
          label={t('field.account')}
          allowDeselect={false}
          value={String(form.account_id)}
          data={accounts.map(({ account_id: id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => set({ account_id: Number(value) })}
        />
      )}
      <TextInput
        data-autofocus
        label={t('field.name')}
        description={t('hint.name')}
        error={problem('name')}
        value={form.name}
        maxLength={NEW_TEMPLATE_LIMITS.name}
        onChange={(event) => set({ name: toTemplateName(event.currentTarget.value) })}
      />
      <Select
        label={t('field.language')}
        description={t('hint.language')}
        searchable
        allowDeselect={false}
        value={form.language}
        data={TEMPLATE_LANGUAGES.map((code) => ({ value: code, label: nameOf(code) }))}
        onChange={(language) => set({ language: language ?? form.language })}
      />
      <Radio.Group
        label={t('field.category')}
        value={form.category}
        onChange={(value) =>
          set({ category: TEMPLATE_CATEGORIES.find((one) => one === value) ?? form.category })
        }
      >
        <Stack gap={8} mt={6}>
          {TEMPLATE_CATEGORIES.map((one) => (
            <Radio key={one} value={one} label={t(`category.${one}`)} description={t(`hint.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}

/** Heading, text and footer. */
export function WordFields({ state }: Props) {
  const { t } = useTranslation('lists/provider-templates');
  const { t: lists } = useTranslation('lists');
  const problem = useProblem(state);
  const { form, set } = state;
  const { field, insert } = useInsertAtCursor({ value: form.body, onChange: (body) => set({ body }) });
  return (
    <>
      <HeaderFields state={state} />
      <div className={classes['part']}>
        <Textarea
          ref={field}
          label={t('field.body')}
          description={t('hint.body', { variable: '{{order}}' })}
          error={problem('body')}
          value={form.body}
          maxLength={NEW_TEMPLATE_LIMITS.body}
          autosize
          minRows={5}
          maxRows={14}
          dir="auto"
          onChange={(event) => set({ body: event.currentTarget.value })}
        />
        <div className={classes['variables']} role="group" aria-label={lists('template.variables')}>
          {VARIABLES.map((name) => (
            <Button key={name} size="compact-xs" variant="default" onClick={() => insert(`{{${name}}}`)}>
              {t(`variable.${name}`)}
            </Button>
          ))}
        </div>
      </div>
      <TextInput
        label={t('field.footer')}
        error={problem('footer')}
        value={form.footer}
        maxLength={NEW_TEMPLATE_LIMITS.footer}
        dir="auto"
        onChange={(event) => set({ footer: event.currentTarget.value })}
      />
    </>
  );
}
