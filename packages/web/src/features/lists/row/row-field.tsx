import { lazyPart } from '#shared/loading/lazy-part.ts';
import { useReference } from '#shared/api/session.ts';
import { Checkbox, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ListField, ListKind } from '@trunkline/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarField } from './calendar-field.tsx';
import { NoteBody } from './note-body.tsx';
import { OptionsField } from './options-field.tsx';
import { PersonField } from './person-field.tsx';
import type { FieldProblem, FieldInput } from './row-form.ts';
import { RuleReply, TemplateBody } from './template-body.tsx';
import { choicesOf, emptyWord } from '../use-value-words.ts';

type Props = {
  name: string;
  kind: ListKind;
  field: ListField;
  value: FieldInput;
  /** The values of the other fields. */
  beside: Readonly<Record<string, FieldInput>>;
  problem: FieldProblem | undefined;
  isFirst: boolean;
  /** The field cannot be changed after the row was created. */
  isLocked: boolean;
  onChange: (value: FieldInput) => void;
};

const ConditionsField = lazyPart(() =>
  import('../rules/conditions-field.tsx').then((module) => ({ default: module.ConditionsField })),
);

/** Long texts with an editor of their own. */
const OWN_FIELDS: Record<string, typeof TemplateBody> = {
  'templates.body': TemplateBody,
  'macros.reply': TemplateBody,
  'macros.note': NoteBody,
  'automation.reply': RuleReply,
};

const inside = { withinPortal: false } as const;

/** The input for one field, by its kind. */
export function RowField(props: Props) {
  const { name, kind, field, value, beside, problem, isFirst, isLocked, onChange } = props;
  const { t, i18n } = useTranslation('lists');
  const hintKey = `hint.${kind}.${name}`;
  const own = i18n.exists(`lists:${hintKey}`) ? t(hintKey) : undefined;
  const common = {
    label: t(`field.${name}`),
    description: isLocked ? t('fixed') : own,
    error: problem && t([`problem.${kind}.${problem}`, `problem.${problem}`]),
  };
  if (field.kind !== 'line' && field.kind !== 'text')
    return (
      <OtherField
        {...common}
        name={name}
        field={field}
        value={value}
        beside={beside}
        disabled={isLocked}
        onChange={onChange}
      />
    );
  const text = typeof value === 'string' ? value : '';
  const Own = OWN_FIELDS[`${kind}.${name}`];
  if (Own) return <Own {...common} value={text} maxLength={field.max} onChange={onChange} />;
  const shared = {
    ...common,
    value: text,
    maxLength: field.max,
    dir: 'auto',
    required: field.initial === undefined,
    withAsterisk: false,
    ...(isFirst && { 'data-autofocus': true }),
  } as const;
  if (field.kind === 'line')
    return <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />;
  return (
    <Textarea
      {...shared}
      autosize
      minRows={field.isOptional ? 2 : 4}
      maxRows={14}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Labels = { label: string; description: string | undefined; error: string | undefined };
type OtherProps = Labels & {
  name: string;
  field: Exclude<ListField, { kind: 'line' | 'text' }>;
  value: FieldInput;
  beside: Props['beside'];
  disabled: boolean;
  onChange: (value: FieldInput) => void;
};

/** Fields other than text: checkboxes, numbers and choices. */
function OtherField({ name, field, value, beside, disabled, onChange, ...labels }: OtherProps) {
  const { t } = useTranslation('lists');
  const text = typeof value === 'string' ? value : '';
  if (field.kind === 'options') return <OptionsField {...labels} value={value} onChange={onChange} />;
  if (field.kind === 'person')
    return (
      <PersonField
        {...labels}
        value={text}
        empty={t(emptyWord(field))}
        // Only an assignee has to belong to the ticket's department; anybody can be notified.
        beside={name === 'assign_to_id' ? beside : {}}
        onChange={onChange}
      />
    );
  if (field.kind === 'conditions')
    return (
      <Suspense>
        <ConditionsField {...labels} value={text} onChange={onChange} />
      </Suspense>
    );
  if (field.kind === 'references' || field.kind === 'accounts')
    return <ReferencesField {...labels} field={field} value={value} onChange={onChange} />;
  if (field.kind === 'hours' || field.kind === 'zone' || field.kind === 'date')
    return <CalendarField {...labels} field={field} value={text} onChange={onChange} />;
  if (field.kind === 'check')
    return (
      <Checkbox
        {...labels}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (field.kind === 'number')
    return (
      <NumberInput
        {...labels}
        value={text === '' ? '' : Number(text)}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        onChange={(next) => onChange(String(next))}
      />
    );
  return <ChoiceField {...labels} {...{ name, field, disabled, onChange }} value={text} />;
}

type ChoiceProps = Labels & {
  name: string;
  field: Extract<ListField, { kind: 'choice' | 'reference' }>;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
};

function ChoiceField({ name, field, value, onChange, ...common }: ChoiceProps) {
  const { t } = useTranslation('lists');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const data =
    field.kind === 'reference'
      ? choicesOf(field, reference)
          // Inactive rows are offered only where they are already selected.
          .filter((one) => one.is_active || String(one.id) === value)
          .map((one) => ({ value: String(one.id), label: one.name }))
      : field.choices.map((choice) => ({
          value: String(choice),
          label: name === 'media_id' ? shared(`media.${choice}`) : t(`choice.${choice}`),
        }));
  return (
    <Select
      {...common}
      comboboxProps={inside}
      data={data}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      clearable={field.isOptional}
      searchable={data.length > 8}
      allowDeselect={field.isOptional}
      placeholder={t(field.isOptional ? emptyWord(field) : 'choose-one')}
      nothingFoundMessage={t('not-found')}
      clearButtonProps={{ 'aria-label': t(emptyWord(field)) }}
    />
  );
}

type ReferencesProps = Labels & {
  field: Extract<ListField, { kind: 'references' | 'accounts' }>;
  value: FieldInput;
  onChange: (value: number[]) => void;
};

/** Selects any number of rows of another list, or of channel accounts; none means all. */
function ReferencesField({ field, value, onChange, ...common }: ReferencesProps) {
  const { t } = useTranslation('lists');
  const { data: reference } = useReference();
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const data = choicesOf(field, reference)
    .filter((one) => one.is_active || chosen.includes(String(one.id)))
    .map((one) => ({ value: String(one.id), label: one.name }));
  return (
    <MultiSelect
      {...common}
      comboboxProps={inside}
      data={data}
      value={chosen}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      clearable
      placeholder={chosen.length === 0 ? t(emptyWord(field)) : ''}
      nothingFoundMessage={t('not-found')}
      clearButtonProps={{ 'aria-label': t(emptyWord(field)) }}
    />
  );
}
