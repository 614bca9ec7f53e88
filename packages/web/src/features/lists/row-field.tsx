import { useReference } from '#shared/api/session.ts';
import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ListField, ListKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { FieldProblem } from './row-form.ts';
import { CalendarField } from './calendar-field.tsx';
import { TemplateBody } from './template-body.tsx';
import { choicesOf } from './use-value-words.ts';

type Props = {
  name: string;
  kind: ListKind;
  field: ListField;
  value: string | boolean;
  problem: FieldProblem | undefined;
  isFirst: boolean;
  onChange: (value: string | boolean) => void;
};

const inside = { withinPortal: false } as const;

/** Asks for one field, in the way that fits what it holds. */
export function RowField({ name, kind, field, value, problem, isFirst, onChange }: Props) {
  const { t, i18n } = useTranslation('lists');
  const label = t(`field.${name}`);
  const hintKey = `hint.${kind}.${name}`;
  const hint = i18n.exists(`lists:${hintKey}`) ? t(hintKey) : undefined;
  const error = problem && t([`problem.${kind}.${problem}`, `problem.${problem}`]);
  const common = { label, description: hint, error };
  const text = typeof value === 'string' ? value : '';
  if (field.kind === 'check')
    return (
      <Checkbox
        {...common}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (field.kind === 'number')
    return (
      <NumberInput
        {...common}
        value={text === '' ? '' : Number(text)}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        onChange={(next) => onChange(String(next))}
      />
    );
  if (field.kind === 'choice' || field.kind === 'reference')
    return <ChoiceField {...common} name={name} field={field} value={text} onChange={onChange} />;
  if (field.kind === 'hours' || field.kind === 'zone' || field.kind === 'date')
    return <CalendarField {...common} field={field} value={text} onChange={onChange} />;
  if (kind === 'templates' && name === 'body')
    return <TemplateBody {...common} value={text} maxLength={field.max} onChange={onChange} />;
  return <WrittenField {...common} field={field} value={text} isFirst={isFirst} onChange={onChange} />;
}

type WrittenProps = Omit<ChoiceProps, 'name' | 'field'> & {
  field: Extract<ListField, { kind: 'line' | 'text' }>;
  isFirst: boolean;
};

function WrittenField({ field, isFirst, onChange, ...common }: WrittenProps) {
  const shared = {
    ...common,
    maxLength: field.max,
    dir: 'auto',
    required: true,
    withAsterisk: false,
    ...(isFirst && { 'data-autofocus': true }),
  } as const;
  if (field.kind === 'line')
    return <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />;
  return (
    <Textarea
      {...shared}
      autosize
      minRows={4}
      maxRows={14}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type ChoiceProps = {
  label: string;
  description: string | undefined;
  error: string | undefined;
  name: string;
  field: Extract<ListField, { kind: 'choice' | 'reference' }>;
  value: string;
  onChange: (value: string) => void;
};

function ChoiceField({ name, field, value, onChange, ...common }: ChoiceProps) {
  const { t } = useTranslation('lists');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const data =
    field.kind === 'reference'
      ? choicesOf(field, reference)
          // What is no longer in use can't be chosen any more, but stays where it was chosen.
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
      placeholder={t(field.isOptional ? 'any' : 'choose-one')}
      nothingFoundMessage={t('not-found')}
      clearButtonProps={{ 'aria-label': t('any') }}
    />
  );
}
