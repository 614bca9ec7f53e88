import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { NEW_TEMPLATE_LIMITS, type NewTemplate } from '@trunkline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './provider-templates.module.css';
import type { NewTemplateState } from './use-new-template.ts';
import { useProblem } from './use-problem.ts';

const KINDS = ['quick_reply', 'url', 'phone'] as const;
type OneButton = NewTemplate['buttons'][number];

/** The inputs for a template's buttons. */
export function ButtonFields({ state }: { state: NewTemplateState }) {
  const { t } = useTranslation('lists/provider-templates');
  const id = useId();
  const { buttons } = state.form;
  const set = (next: OneButton[]) => state.set({ buttons: next });
  return (
    <section aria-labelledby={id} className={classes['part']}>
      <h3 id={id}>{t('buttons')}</h3>
      {buttons.map((button, at) => (
        <OneButtonFields
          key={at}
          {...{ state, button, at }}
          onChange={(patch) => set(buttons.map((one, place) => (place === at ? { ...one, ...patch } : one)))}
          onRemove={() => set(buttons.filter((_one, place) => place !== at))}
        />
      ))}
      {buttons.length < NEW_TEMPLATE_LIMITS.buttons && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={() => set([...buttons, { kind: 'quick_reply', text: '', value: '' }])}
          >
            {t('add-button')}
          </Button>
        </div>
      )}
    </section>
  );
}

type Props = {
  state: NewTemplateState;
  button: OneButton;
  at: number;
  onChange: (patch: Partial<OneButton>) => void;
  onRemove: () => void;
};

function OneButtonFields({ state, button: { kind, text, value }, at, onChange, onRemove }: Props) {
  const { t } = useTranslation('lists/provider-templates');
  const problem = useProblem(state);
  return (
    <fieldset className={classes['button']}>
      <legend className="sr-only">{t('button', { number: at + 1 })}</legend>
      <Select
        label={t('field.kind')}
        allowDeselect={false}
        value={kind}
        data={KINDS.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
        onChange={(next) => onChange({ kind: KINDS.find((one) => one === next) ?? kind, value: '' })}
      />
      <TextInput
        label={t('field.text')}
        error={problem(`buttons.${at}.text`)}
        value={text}
        maxLength={NEW_TEMPLATE_LIMITS.button}
        dir="auto"
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <ActionIcon mt={26} aria-label={t('remove-button', { number: at + 1 })} onClick={onRemove}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {kind !== 'quick_reply' && (
        <TextInput
          className={classes['value'] ?? ''}
          label={t(`value.${kind}`)}
          description={t(`value-hint.${kind}`, { variable: '{{1}}' })}
          error={problem(`buttons.${at}.value`)}
          value={value}
          maxLength={kind === 'url' ? NEW_TEMPLATE_LIMITS.url : NEW_TEMPLATE_LIMITS.phone}
          onChange={(event) => onChange({ value: event.currentTarget.value.trim() })}
        />
      )}
    </fieldset>
  );
}
