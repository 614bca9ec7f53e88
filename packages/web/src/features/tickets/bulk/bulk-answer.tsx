import { Checkbox, Select, Stack } from '@mantine/core';
import type { Answer, CustomField, ParsedAnswer } from '@trunkline/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { draftOf, readDraft, type AnswerDraft } from '#shared/fields/answer-draft.ts';
import { AnswerField } from '#shared/fields/answer-field.tsx';

type Props = { field: CustomField; isTried: boolean; onChange: (answer: ParsedAnswer) => void };

const EMPTY: ParsedAnswer = { problem: 'required' };
/** Removing answers needs an explicit choice: an empty field may be an oversight. */
const given = (read: ParsedAnswer): ParsedAnswer => ('answer' in read && read.answer === null ? EMPTY : read);

/** The input for one custom field of all selected tickets. */
export function BulkAnswer({ field, isTried, onChange }: Props) {
  const { t } = useTranslation('tickets');
  const [draft, setDraft] = useState<AnswerDraft>(draftOf(field, undefined));
  const [isTaken, setTaken] = useState(false);
  if (field.kind === 'check')
    return <YesOrNo isTried={isTried} onChange={(answer) => onChange({ answer })} />;
  const read = given(readDraft(field, draft));
  return (
    <Stack gap="xs">
      <Suspense>
        <AnswerField
          field={field}
          value={draft}
          isDisabled={isTaken}
          problem={isTried && !isTaken && 'problem' in read ? read.problem : undefined}
          onChange={(next) => {
            setDraft(next);
            onChange(given(readDraft(field, next)));
          }}
        />
      </Suspense>
      <Checkbox
        label={t('bulk.takeAway')}
        checked={isTaken}
        onChange={({ currentTarget: { checked } }) => {
          setTaken(checked);
          onChange(checked ? { answer: null } : read);
        }}
      />
    </Stack>
  );
}

type YesOrNoProps = { isTried: boolean; onChange: (answer: Answer | null) => void };

/** A yes/no field has a third state: unset. */
function YesOrNo({ isTried, onChange }: YesOrNoProps) {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const [value, setValue] = useState<string | null>(null);
  return (
    <Select
      label={t('bulk.value')}
      error={isTried && value === null ? t('bulk.needValue') : undefined}
      data={[
        { value: 'yes', label: shared('yes') },
        { value: 'no', label: shared('no') },
      ]}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => {
        setValue(chosen);
        onChange(chosen === 'yes' || null);
      }}
    />
  );
}
