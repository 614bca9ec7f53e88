import { MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { readNumber, writeNumber, type ConditionField, type ConditionValue } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReference } from '../api/session.ts';
import { useLanguage } from '../lib/language.ts';
import type { DraftCondition } from './draft.ts';
import type { ConditionKit } from './kit.ts';
import { MomentField } from './moment-field.tsx';

type Props = {
  kit: ConditionKit;
  draft: DraftCondition;
  of: ConditionField;
  onChange: (value: ConditionValue | undefined) => void;
  error: string | undefined;
};

/** The input for a condition's value, by the kind of its field. */
export function ValueField(props: Props) {
  const { draft, onChange } = props;
  const { t } = useTranslation('shared/listing');
  if (draft.op !== 'between') return <OneValue {...props} label={t('value')} />;
  const [from, to] = Array.isArray(draft.value) ? draft.value : [];
  return (
    <>
      <OneValue
        {...props}
        label={t('from')}
        draft={{ ...draft, value: from }}
        onChange={(next) => onChange([plain(next), plain(to)])}
      />
      <OneValue
        {...props}
        label={t('to')}
        draft={{ ...draft, value: to }}
        onChange={(next) => onChange([plain(from), plain(next)])}
      />
    </>
  );
}

const plain = (value: ConditionValue | undefined) =>
  Array.isArray(value) || value === undefined ? '' : value;

type OneProps = Props & { label: string };

function OneValue(props: OneProps) {
  const { kit, draft, of: field, onChange, label, error } = props;
  const { Finder } = kit;
  const { value } = draft;
  const { kind, of, custom } = field;
  if (of === 'customers' && Finder) return <Finder {...{ value, onChange, label, error }} />;
  if (kind === 'choice' || (custom && kind === 'choices')) return <ChoiceValue {...props} />;
  if (kind === 'choices') return <TagValue {...props} />;
  if (kind === 'check') return <CheckValue {...props} />;
  if (kind === 'time')
    return (
      <MomentField
        label={label}
        value={String(value ?? '-7d')}
        isDay={custom?.kind === 'date'}
        onChange={onChange}
      />
    );
  if (kind === 'number') return <NumberValue {...props} />;
  return (
    <TextInput
      label={label}
      error={error}
      value={String(value ?? '')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function NumberValue(props: OneProps) {
  const { draft, of, onChange, label, error } = props;
  if (of.custom) return <NumberText key={`${draft.field} ${draft.op}`} {...props} />;
  return (
    <NumberInput
      label={label}
      error={error}
      allowDecimal={false}
      value={Number(draft.value ?? 0)}
      onChange={(next) => onChange(Number(next) || 0)}
    />
  );
}

/** An input for a number in the language's notation; text that is no number sets no value, and the problem is shown at once. */
function NumberText({ draft: { value }, onChange, label, error }: OneProps) {
  const { t } = useTranslation('shared/listing');
  const language = useLanguage();
  const [text, setText] = useState(() => (typeof value === 'number' ? writeNumber(value, language) : ''));
  const isWrong = text.trim() !== '' && readNumber(text, language) === null;
  return (
    <TextInput
      label={label}
      error={isWrong ? t('number') : error}
      inputMode="decimal"
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        onChange(readNumber(typed, language) ?? undefined);
      }}
    />
  );
}

function CheckValue({ draft, onChange, label }: OneProps) {
  const { t } = useTranslation('shared');
  return (
    <Select
      label={label}
      data={[
        { value: 'yes', label: t('yes') },
        { value: 'no', label: t('no') },
      ]}
      value={draft.value === false ? 'no' : 'yes'}
      onChange={(picked) => onChange(picked !== 'no')}
    />
  );
}

const textsOf = (value: ConditionValue | undefined) => (Array.isArray(value) ? value.map(String) : []);

function ChoiceValue({ kit, draft, of: field, onChange, label, error }: OneProps) {
  const { t } = useTranslation('shared/listing');
  const choices =
    field.custom?.options.map(({ id, name }) => ({ value: id, label: name })) ?? kit.choices(draft.field);
  const isText = field.of === 'status' || field.custom !== undefined;
  return (
    <MultiSelect
      label={label}
      error={error}
      data={choices}
      searchable
      // Where the focus is led here because the value is missing, the list would cover the reason.
      openOnFocus={false}
      nothingFoundMessage={t('notFound')}
      value={textsOf(draft.value)}
      onChange={(picked) => onChange(picked.map((one) => (isText || one === 'me' ? one : Number(one))))}
    />
  );
}

function TagValue({ draft, onChange, label, error }: OneProps) {
  const { data: reference } = useReference();
  return (
    <TagsInput
      label={label}
      error={error}
      data={reference?.tags ?? []}
      openOnFocus={false}
      maxTags={20}
      value={textsOf(draft.value)}
      onChange={(tags) => onChange(tags.map((tag) => tag.trim().toLowerCase()))}
    />
  );
}
