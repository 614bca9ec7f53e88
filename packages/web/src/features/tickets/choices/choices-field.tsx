import { TagsInput } from '@mantine/core';
import { choiceFaultOf, type ChoiceLimits } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choices } from './use-choices.ts';
import classes from './choices.module.css';

type Props = { choices: Choices; limits: ChoiceLimits; isSms: boolean; hasText: boolean };

/** The input for a reply's options, with the limits of the channel. */
export default function ChoicesField({ choices: { given, set }, limits, isSms, hasText }: Props) {
  const { t } = useTranslation('tickets/choices');
  const [typed, setTyped] = useState('');
  const coming = typed.trim();
  const fault = choiceFaultOf(limits, coming === '' ? given : [...given, coming]);
  const wrong = fault && t(fault.code, { ...fault, length: fault.choice.length });
  const missing = given.length > 0 && !hasText && t('noText');
  return (
    <TagsInput
      className={classes['field'] ?? ''}
      size="xs"
      label={t('label')}
      description={t(isSms ? 'lines' : limits.buttons === null ? 'alike' : 'buttons', { ...limits })}
      placeholder={given.length === 0 ? t('placeholder') : ''}
      error={wrong ?? (missing || undefined)}
      maxTags={limits.most}
      splitChars={[]}
      value={given}
      onChange={(next) => set(next.map((one) => one.trim()).filter(Boolean))}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}
