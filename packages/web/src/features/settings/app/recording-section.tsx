import { useReference, useSession } from '#shared/api/session.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  CALL_KINDS,
  RECORDING_POLICIES,
  type WorkspaceSettings,
  type RecordingPolicy,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { RecordingForm } from './app-form.ts';
import type { SectionProps } from './app-sections.tsx';
import classes from '../settings.module.css';

type Props = SectionProps & { config: WorkspaceSettings };
type Rule = RecordingForm['departments'][number];
type Set = (patch: Partial<RecordingForm>) => void;

/** Which calls are recorded, with a link to how long recordings are kept. */
export function RecordingSection({ form, change, config }: Props) {
  const { t } = useTranslation('settings');
  const { can } = useSession();
  const { recording } = form;
  const set: Set = (patch) => change({ recording: { ...recording, ...patch } });
  const given = t('recording.given', { policy: t(`recording.policy.${config.recording.default}`) });
  return (
    <FormSection title={t('recording.title')} hint={t('recording.hint')}>
      <div className={classes['fields']}>
        {CALL_KINDS.map((kind) => (
          <PolicySelect
            key={kind}
            label={t(`recording.${kind}`)}
            value={recording[kind]}
            otherwise={given}
            onChange={(policy) => set({ [kind]: policy })}
          />
        ))}
        <DepartmentRules recording={recording} set={set} />
        <p className={classes['dim']}>
          {t('recording.keep')}{' '}
          {can('CUSTOMERS:PRIVACY') && <Link to="/settings/privacy">{t('recording.keep-link')}</Link>}
        </p>
      </div>
    </FormSection>
  );
}

/** Departments with a recording rule of their own; selecting one adds it. */
function DepartmentRules({ recording: { departments }, set }: { recording: RecordingForm; set: Set }) {
  const { t } = useTranslation('settings');
  const { data: reference } = useReference();
  const known = reference?.departments ?? [];
  const nameOf = (id: number) => known.find((each) => each.id === id)?.name ?? String(id);
  const free = known.filter(
    ({ id, is_active: isActive }) => isActive && departments.every((rule) => rule.department_id !== id),
  );
  const put = (id: number, patch: Partial<Rule>) =>
    set({
      departments: departments.map((rule) => (rule.department_id === id ? { ...rule, ...patch } : rule)),
    });
  return (
    <div className={classes['rules']} role="group" aria-label={t('recording.departments')}>
      {departments.map(({ department_id: id, ...rule }) => (
        <div key={id} className={classes['rule']}>
          <div className={classes['policies']}>
            {CALL_KINDS.map((kind) => (
              <PolicySelect
                key={kind}
                label={t(`recording.of-${kind}`, { department: nameOf(id) })}
                value={rule[kind]}
                otherwise={t('recording.as-above')}
                onChange={(policy) => put(id, { [kind]: policy })}
              />
            ))}
          </div>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('recording.remove', { department: nameOf(id) })}
            title={t('recording.remove', { department: nameOf(id) })}
            onClick={() => set({ departments: departments.filter((each) => each.department_id !== id) })}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {free.length > 0 && (
        <Select
          label={t('recording.add')}
          description={t('recording.add-hint')}
          placeholder={t('recording.choose')}
          value={null}
          searchable
          data={free.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) =>
            id &&
            set({ departments: [...departments, { department_id: Number(id), voice: null, video: null }] })
          }
        />
      )}
    </div>
  );
}

/** Value of the option that follows the default; a select needs a non-empty one. */
const OTHERWISE = 'otherwise';

type PolicyProps = {
  label: string;
  value: RecordingPolicy | null;
  /** The name of the rule that applies by default. */
  otherwise: string;
  onChange: (policy: RecordingPolicy | null) => void;
};

function PolicySelect({ label, value, otherwise, onChange }: PolicyProps) {
  const { t } = useTranslation('settings');
  return (
    <Select
      label={label}
      value={value ?? OTHERWISE}
      allowDeselect={false}
      data={[
        { value: OTHERWISE, label: otherwise },
        ...RECORDING_POLICIES.map((policy) => ({ value: policy, label: t(`recording.policy.${policy}`) })),
      ]}
      onChange={(chosen) => onChange(RECORDING_POLICIES.find((policy) => policy === chosen) ?? null)}
    />
  );
}
