import { Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { LIMITS } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useAgents, useReference, useSession } from '#shared/api/session.ts';
import { AnswerFields } from '#shared/fields/answer-fields.tsx';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { categoriesOf } from '../categories.ts';
import { fieldsIn, type CreateErrors, type CreateForm } from './create-form.ts';
import classes from './create-ticket.module.css';

type Props = { form: CreateForm; errors: CreateErrors; onChange: (part: Partial<CreateForm>) => void };
type Entry = { id: number; name: string; is_active: boolean };

/** Channels on which a customer may have contacted us outside of this workspace. */
const BY_HAND = [1, 2, 3, 4, 5, 13, 19];
const inside = { withinPortal: false } as const;
const optionsOf = (list: readonly Entry[] = []) =>
  list.filter((one) => one.is_active).map((one) => ({ value: String(one.id), label: one.name }));

const idsIn = ({ type_id: type, category_id: category }: CreateForm) => ({
  type_id: type ? Number(type) : null,
  category_id: category ? Number(category) : null,
});

/** The fields of a new ticket. */
export function CreateFields({ form, errors, onChange }: Props) {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { can } = useSession();
  const { data: reference } = useReference();
  const { data: agents } = useAgents();

  const choice = (
    name: keyof CreateForm & `${string}_id`,
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      comboboxProps={inside}
      data={data}
      value={form[name] || null}
      onChange={(value) => onChange({ [name]: value ?? '' })}
      clearable
      searchable={data.length > 8}
      placeholder={t('field.choose')}
      nothingFoundMessage={t('field.notFound')}
      clearButtonProps={{ 'aria-label': t('field.none') }}
    />
  );

  const subcategories = reference?.subcategories.filter(
    (one) => String(one.category_id) === form.category_id,
  );
  return (
    <>
      <TextInput
        label={t('create.subject')}
        required
        maxLength={LIMITS.subject}
        error={errors.subject && t(errors.subject)}
        value={form.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <div className={classes['pair']}>
        <Select
          label={t('create.department')}
          required
          comboboxProps={inside}
          error={errors.department_id && t(errors.department_id)}
          data={optionsOf(reference?.departments)}
          value={form.department_id || null}
          onChange={(value) => onChange({ department_id: value ?? '' })}
        />
        <Select
          label={t('create.media')}
          comboboxProps={inside}
          data={BY_HAND.map((id) => ({ value: String(id), label: shared(`media.${id}`) }))}
          value={form.media_id}
          onChange={(value) => onChange({ media_id: value ?? '1' })}
        />
      </div>
      <div className={classes['pair']}>
        {choice(
          'priority_id',
          t('create.priority'),
          optionsOf(reference?.priorities.toSorted((a, b) => a.rank - b.rank)),
        )}
        {choice('type_id', t('create.type'), optionsOf(reference?.types))}
      </div>
      <div className={classes['pair']}>
        <Select
          label={t('create.category')}
          comboboxProps={inside}
          data={optionsOf(categoriesOf(reference?.categories, idsIn(form)))}
          value={form.category_id || null}
          onChange={(value) => onChange({ category_id: value ?? '', subcategory_id: '' })}
          clearable
          searchable
          placeholder={t('field.choose')}
          nothingFoundMessage={t('field.notFound')}
          clearButtonProps={{ 'aria-label': t('field.none') }}
        />
        {choice('subcategory_id', t('create.subcategory'), optionsOf(subcategories))}
      </div>
      <div className={classes['pair']}>
        {choice('caller_type_id', t('create.callerType'), optionsOf(reference?.caller_types))}
        {can('TICKETS:ASSIGN') &&
          choice(
            'assignee_id',
            t('create.assignee'),
            (agents ?? []).map((agent) => ({ value: String(agent.id), label: agent.fullname })),
          )}
      </div>
      <Answers form={form} errors={errors} onChange={onChange} />
      <TagsInput
        label={t('create.tags')}
        comboboxProps={inside}
        data={reference?.tags ?? []}
        maxTags={LIMITS.tags}
        maxLength={LIMITS.tag}
        value={form.tags}
        onChange={(tags) => onChange({ tags: tags.map((tag) => tag.trim().toLowerCase()).filter(Boolean) })}
      />
      <Textarea
        label={t('create.note')}
        placeholder={t('create.notePlaceholder')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={LIMITS.body}
        value={form.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </>
  );
}

/** The custom fields for the chosen type and category. */
function Answers({ form, errors, onChange }: Props) {
  const fields = fieldsIn(form, useCustomFields('ticket'));
  return (
    <AnswerFields
      fields={fields}
      answers={{}}
      drafts={form.fields}
      problems={errors.fields ?? {}}
      isRequired={({ required }) => required === 'create'}
      onChange={(drafts) => onChange({ fields: drafts })}
    />
  );
}
