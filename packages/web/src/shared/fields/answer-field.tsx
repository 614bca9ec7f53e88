import { Checkbox, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { LIMITS, type AnswerProblem, type CustomField } from '@trunkline/contract';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerDraft } from './answer-draft.ts';

type Props = {
  field: CustomField;
  value: AnswerDraft;
  onChange: (value: AnswerDraft) => void;
  problem?: AnswerProblem | undefined;
  isRequired?: boolean;
  /** The label stands elsewhere on the screen already, so it is only given to screen readers. */
  isAlone?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

const TYPES: Partial<Record<CustomField['kind'], string>> = {
  date: 'date',
  date_time: 'datetime-local',
};
const KEYBOARDS: Partial<Record<CustomField['kind'], 'decimal' | 'url'>> = { number: 'decimal', link: 'url' };
const LENGTHS: Partial<Record<CustomField['kind'], number>> = {
  line: LIMITS.answerLine,
  text: LIMITS.answerText,
  link: LIMITS.url,
};

/** The input for one custom field, by its kind. */
export function AnswerField({
  field,
  value,
  onChange,
  problem,
  isRequired,
  isAlone,
  isDisabled,
  autoFocus,
  ...rest
}: Props) {
  const { t } = useTranslation('shared/fields');
  const { name, hint, kind } = field;
  const common = {
    ...(isAlone ? { 'aria-label': name } : { label: name, description: hint || undefined }),
    error: problem && t(problem === 'invalid' ? `wanted.${kind}` : `problem.${problem}`),
    required: isRequired === true,
    disabled: isDisabled === true,
    ...rest,
    // `data-autofocus` is what Mantine's dialogs look for.
    ...(autoFocus && { autoFocus, 'data-autofocus': true }),
  };
  const text = typeof value === 'string' ? value : '';
  if (kind === 'check')
    return (
      <Checkbox
        {...common}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (kind === 'choice' || kind === 'choices')
    return <ChoiceField common={common} field={field} value={value} onChange={onChange} />;
  const shared = { ...common, value: text, maxLength: LENGTHS[kind], dir: 'auto' };
  if (kind === 'text')
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={10}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      type={TYPES[kind] ?? 'text'}
      inputMode={KEYBOARDS[kind]}
      {...(kind.startsWith('date') && { max: kind === 'date' ? '9999-12-31' : '9999-12-31T23:59' })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type ChoiceProps = Pick<Props, 'field' | 'value' | 'onChange'> & {
  common: { required: boolean; error: string | undefined; autoFocus?: boolean };
};

const inside = { withinPortal: false } as const;
const SEARCH_FROM = 9;

function ChoiceField({ common, field, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('shared/fields');
  const chosen = [value].flat();
  // Inactive options are offered only where they are already selected.
  const data = field.options
    .filter(({ id, is_active: isActive }) => isActive || chosen.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }));
  const shared = {
    ...common,
    data,
    comboboxProps: inside,
    clearable: true,
    searchable: data.length >= SEARCH_FROM,
    nothingFoundMessage: t('not-found'),
    clearButtonProps: { 'aria-label': t('none') },
  };
  if (field.kind === 'choices')
    return (
      <MultiSelect
        {...shared}
        placeholder={Array.isArray(value) && value.length > 0 ? '' : t('choose')}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
      />
    );
  return (
    <Select
      {...shared}
      placeholder={t('choose')}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
