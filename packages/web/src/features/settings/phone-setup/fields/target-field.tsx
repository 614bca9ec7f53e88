import { Select, TextInput } from '@mantine/core';
import type { PhoneSetupItem, PhoneTarget } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { usePhonePeople } from '../api.ts';
import classes from '../phone-setup.module.css';
import { targetOf, valueOf } from './target-words.ts';

type Props = {
  label: string;
  value: PhoneTarget;
  items: readonly PhoneSetupItem[];
  hasProblem?: boolean;
  onChange: (target: PhoneTarget) => void;
};

/** Selects where a caller goes next: a queue, a menu, a prompt, a person's phone, or the end of the call. */
export function TargetField({ label, value, items, hasProblem = false, onChange }: Props) {
  const { t } = useTranslation('settings/phone-setup');
  const { data: people = [] } = usePhonePeople();
  const group = (kind: 'menu' | 'queue' | 'prompt') => ({
    group: t(`kinds.${kind}`),
    items: items
      .filter((item) => item.kind === kind)
      .map(({ id, name }) => ({ value: `${kind} ${id}`, label: t(`target.${kind}`, { name }) })),
  });
  const phones = {
    group: t('target.phones'),
    items: [
      ...people.map(({ id, fullname, extension }) => ({
        value: `person ${id}`,
        label: t('target.person', { name: fullname, extension }),
      })),
      { value: 'extension', label: t('target.other-extension') },
    ],
  };
  const end = {
    group: t('target.end'),
    items: (['message', 'hang_up'] as const).map((to) => ({ value: to, label: t(`target.${to}`) })),
  };
  return (
    <div className={classes['target']}>
      <Select
        label={label}
        searchable
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={[group('menu'), group('queue'), group('prompt'), phones, end].filter(
          (one) => one.items.length > 0,
        )}
        value={valueOf(value)}
        error={hasProblem && value.to !== 'extension' && t('needed')}
        onChange={(next) => next !== null && onChange(targetOf(next))}
      />
      {value.to === 'extension' && (
        <TextInput
          label={t('target.extension')}
          inputMode="numeric"
          value={value.extension}
          maxLength={10}
          error={hasProblem && t('target.extension-bad')}
          onChange={(event) => onChange({ to: 'extension', extension: event.currentTarget.value.trim() })}
        />
      )}
    </div>
  );
}
