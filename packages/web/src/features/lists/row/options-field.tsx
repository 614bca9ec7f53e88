import { ActionIcon, Button, Input, Switch, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { LIMITS, type Option } from '@trunkline/contract';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './options-field.module.css';
import type { FieldInput } from './row-form.ts';

type Props = {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: FieldInput;
  onChange: (value: Option[]) => void;
};

/** The options of a choice: they can be renamed, reordered and made inactive. */
export function OptionsField({ label, description, error, value, onChange }: Props) {
  const { t } = useTranslation('lists');
  const id = useId();
  const options = Array.isArray(value) ? value.filter((one) => typeof one === 'object') : [];
  const { list, focus } = useFocusAt(options.length);

  const put = (at: number, part: Partial<Option>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...part } : option)));
  function move(at: number, step: 1 | -1): void {
    const option = options[at];
    if (!option || !options[at + step]) return;
    onChange(options.toSpliced(at, 1).toSpliced(at + step, 0, option));
    focus(at + step);
  }
  function add(at: number): void {
    onChange(options.toSpliced(at, 0, { id: '', name: '', is_active: true }));
    focus(at);
  }
  function remove(at: number): void {
    onChange(options.toSpliced(at, 1));
    focus(Math.max(0, at - 1));
  }

  return (
    <fieldset className={classes['field']} aria-describedby={description && id}>
      <Input.Label component="legend">{label}</Input.Label>
      {description && <Input.Description id={id}>{description}</Input.Description>}
      <ol ref={list} className={classes['list']}>
        {options.map((option, index) => (
          // By index, because a new option has no id yet; what is typed is kept in the form.
          <li key={index} data-off={!option.is_active || undefined}>
            <TextInput
              size="xs"
              aria-label={t('options.one', { place: index + 1 })}
              value={option.name}
              maxLength={LIMITS.name}
              dir="auto"
              onChange={(event) => put(index, { name: event.currentTarget.value })}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault();
                  add(index + 1);
                }
                if (event.altKey && event.key === 'ArrowUp') move(index, -1);
                if (event.altKey && event.key === 'ArrowDown') move(index, 1);
                if (event.key === 'Backspace' && option.name === '') {
                  event.preventDefault();
                  remove(index);
                }
              }}
            />
            <Switch
              size="xs"
              aria-label={t('options.offered', { place: index + 1 })}
              checked={option.is_active}
              onChange={(event) => put(index, { is_active: event.currentTarget.checked })}
            />
            <ActionIcon
              size={24}
              aria-label={t('options.up', { place: index + 1 })}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={t('options.down', { place: index + 1 })}
              disabled={index === options.length - 1}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={t('options.remove', { place: index + 1 })}
              onClick={() => remove(index)}
            >
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
        disabled={options.length >= LIMITS.fieldOptions}
        onClick={() => add(options.length)}
      >
        {t('options.new')}
      </Button>
      {error && <Input.Error mt={4}>{error}</Input.Error>}
    </fieldset>
  );
}

/** Returns the function that focuses an option once it is rendered at its new position. */
function useFocusAt(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<{ index: number } | null>(null);
  const go = useEffectEvent(() => {
    if (wanted)
      list.current?.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])')[wanted.index]?.focus();
  });
  useEffect(() => go(), [wanted, count]);
  return { list, focus: (index: number) => setWanted({ index }) };
}
