import { useSession } from '#shared/api/session.ts';
import { Button, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import {
  CAPACITY_MAX,
  LANGUAGES,
  LIMITS,
  splitActivities,
  type Level,
  type Reference,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { SkillFields } from './skill-fields.tsx';
import type { UserField, UserForm, UserProblem } from './user-form.ts';
import classes from './users.module.css';

type Props = {
  form: UserForm;
  problems: Partial<Record<UserField, UserProblem | { taken: string }>>;
  levels: readonly Level[];
  reference: Reference;
  suggested: string;
  onChange: (patch: Partial<UserForm>) => void;
};

const inside = { withinPortal: false } as const;

/** All fields of a user, in three sections. */
export function UserFields(props: Props) {
  const { t } = useTranslation('people/users');
  return (
    <>
      <div className={classes['part']}>
        <h3>{t('part.account')}</h3>
        <AccountPart {...props} />
      </div>
      <div className={classes['part']}>
        <h3>{t('part.access')}</h3>
        <AccessPart {...props} />
      </div>
      <div className={classes['part']}>
        <h3>{t('part.work')}</h3>
        <WorkPart {...props} />
      </div>
    </>
  );
}

/** Returns the function that puts a field's problem into words. */
function useProblemText(problems: Props['problems']) {
  const { t } = useTranslation('people/users');
  return (field: UserField) => {
    const problem = problems[field];
    if (!problem) return undefined;
    if (typeof problem === 'object') return t('problem.taken', { name: problem.taken });
    return t(`problem.${problem}`, { max: CAPACITY_MAX });
  };
}

function AccountPart({ form, problems, onChange }: Props) {
  const { t } = useTranslation('people/users');
  const problemText = useProblemText(problems);
  const text = (field: 'fullname' | 'username' | 'email', isFirst = false) => (
    <TextInput
      label={t(`field.${field}`)}
      description={t(`hint.${field}`, { defaultValue: '' }) || undefined}
      value={form[field]}
      maxLength={field === 'email' ? LIMITS.identity : LIMITS.name}
      spellCheck={false}
      autoComplete="off"
      error={problemText(field)}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
  return (
    <>
      {text('fullname', true)}
      <div className={classes['pair']}>
        {text('username')}
        <Select
          label={t('field.language')}
          comboboxProps={inside}
          allowDeselect={false}
          data={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
          value={form.language}
          onChange={(value) => {
            const language = LANGUAGES.find((one) => one === value);
            if (language) onChange({ language });
          }}
        />
      </div>
      {text('email')}
    </>
  );
}

function AccessPart({ form, problems, levels, reference, onChange }: Props) {
  const { t } = useTranslation('people/users');
  const { can } = useSession();
  const problemText = useProblemText(problems);
  // Only roles whose permissions the user holds themselves can be assigned, which the server enforces too.
  const isHeld = ({ modules }: Level) =>
    modules.every(
      ({ module_code: module, module_activity_code: codes, is_active: isActive }) =>
        isActive === 0 ||
        splitActivities(codes).every((code) => can(`${module}:${code}` as Parameters<typeof can>[0])),
    );
  return (
    <>
      <Select
        label={t('field.user_level_id')}
        description={t('hint.user_level_id')}
        placeholder={t('choose')}
        comboboxProps={inside}
        allowDeselect={false}
        data={levels.map((level) => ({
          value: String(level.id),
          label: level.name,
          disabled: !isHeld(level) && level.id !== form.user_level_id,
        }))}
        value={form.user_level_id === null ? null : String(form.user_level_id)}
        error={problemText('user_level_id')}
        onChange={(value) => value && onChange({ user_level_id: Number(value) })}
      />
      <MultiSelect
        label={t('field.department_ids')}
        description={t('hint.department_ids')}
        comboboxProps={inside}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('clear') }}
        nothingFoundMessage={t('not-found')}
        data={reference.departments
          .filter(({ id, is_active: isActive }) => isActive || form.department_ids.includes(id))
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        value={form.department_ids.map(String)}
        onChange={(values) => onChange({ department_ids: values.map(Number) })}
      />
      <Switch
        label={t('field.is_monitoring')}
        description={t('hint.is_monitoring')}
        checked={form.is_monitoring}
        onChange={(event) => onChange({ is_monitoring: event.currentTarget.checked })}
      />
    </>
  );
}

function WorkPart({ form, problems, reference, suggested, onChange }: Props) {
  const { t } = useTranslation('people/users');
  const problemText = useProblemText(problems);
  return (
    <>
      <div className={classes['beside']}>
        <TextInput
          label={t('field.extension')}
          description={t('hint.extension')}
          value={form.extension}
          maxLength={40}
          spellCheck={false}
          error={problemText('extension')}
          onChange={(event) => onChange({ extension: event.currentTarget.value })}
        />
        {form.extension === '' && (
          <Button variant="default" onClick={() => onChange({ extension: suggested })}>
            {t('use-extension', { extension: suggested })}
          </Button>
        )}
      </div>
      <NumberInput
        label={t('field.chat_capacity')}
        description={t('hint.chat_capacity')}
        value={Number.isNaN(form.chat_capacity) ? '' : form.chat_capacity}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        error={problemText('chat_capacity')}
        onChange={(next) => onChange({ chat_capacity: next === '' ? Number.NaN : Number(next) })}
      />
      <SkillFields
        skills={form.skills}
        known={reference.skills}
        onChange={(skills) => onChange({ skills })}
      />
    </>
  );
}
