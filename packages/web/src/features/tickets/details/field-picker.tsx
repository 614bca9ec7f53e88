import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { Picker } from '../picker.tsx';
import context from './details.module.css';

type Choice = { id: number; name: string; is_active: boolean };
type Props = {
  label: string;
  choices: readonly Choice[];
  value: number | null;
  onChange: (value: number | null) => void;
  /** Shown instead of the options while none can be chosen. */
  blocked?: string | undefined;
};

const NONE = 'none';
const SEARCH_FROM = 9;

/** A field of the ticket that is changed in place from a list. */
export function FieldPicker({ label, choices, value, onChange, blocked }: Props) {
  const { t } = useTranslation('tickets');
  const { can } = useSession();
  const [opened, setOpened] = useState(false);
  const current = choices.find((choice) => choice.id === value);
  // Inactive options are offered only where they are already selected.
  const shown = choices.filter((choice) => choice.is_active || choice.id === value);
  const word = current?.name ?? blocked ?? t('field.none');
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Picker
          look="row"
          label={`${label}: ${word}`}
          value={value === null ? NONE : String(value)}
          options={[
            ...shown.map((choice) => ({ value: String(choice.id), label: choice.name })),
            { value: NONE, label: t('field.none') },
          ]}
          disabled={!can('TICKETS:EDIT') || blocked !== undefined}
          opened={opened}
          onOpenChange={setOpened}
          onPick={(picked) => onChange(picked === NONE ? null : Number(picked))}
          {...(shown.length >= SEARCH_FROM && { search: t('field.find') })}
        >
          <span className={current ? 'truncate' : `truncate ${context['dim'] ?? ''}`}>{word}</span>
        </Picker>
      </dd>
    </>
  );
}
