import { SubjectChanges } from '#shared/audit/subject-changes.tsx';
import { SaveBar } from '#shared/forms/save-bar.tsx';
import { EmptyState } from '#shared/ui/states/empty-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { SearchField } from '#shared/ui/layout/search-field.tsx';
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LIMITS, VISIBILITIES, type Level, type Visibility } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LevelsAnswer } from './api.ts';
import { groupsOf, type Group, type LevelForm } from './level-form.ts';
import classes from './levels.module.css';
import { Matrix } from './matrix.tsx';
import { MenuPreview } from './menu-preview.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { useLevelEditor } from './use-level-editor.ts';
import { useRefusal } from './use-refusal.ts';
import { useWords } from './use-words.ts';

type Props = { level: Level; levels: LevelsAnswer; canEdit: boolean };

/** The editor of one role: name, visibility and permissions, beside the menu that results. */
export function LevelEditor({ level, levels, canEdit }: Props) {
  const { t } = useTranslation('people/levels');
  const refusal = useRefusal();
  const { form, set, bar, ...editor } = useLevelEditor(level);
  const isTaken = editor.error !== null && refusal(editor.error) === t('failure.duplicate');
  return (
    <div className={classes['page']}>
      <PageTitle title={level.name} note={t('people', { count: level.people.active })}>
        <SaveBar canEdit={canEdit} {...bar} />
      </PageTitle>
      <div className={classes['scroll']}>
        <Link to="/settings/users/levels" className={classes['back']}>
          <IconArrowLeft size={16} stroke={1.75} aria-hidden />
          {t('back')}
        </Link>
        {editor.isOvertaken && (
          <Notice
            kind="warning"
            actions={
              <>
                <Button variant="default" onClick={editor.useLatest}>
                  {t('use-latest')}
                </Button>
                <Button variant="default" onClick={editor.keepMine}>
                  {t('keep-mine')}
                </Button>
              </>
            }
          >
            {t('changed')}
          </Notice>
        )}
        {editor.error !== null && !isTaken && <Notice kind="failed">{refusal(editor.error)}</Notice>}
        <div className={classes['columns']}>
          <div className={classes['form']}>
            <TextInput
              label={t('name')}
              value={form.name}
              maxLength={LIMITS.name}
              readOnly={!canEdit}
              className={classes['name'] ?? ''}
              error={(!editor.hasName && t('name-needed')) || (isTaken && t('failure.duplicate'))}
              onChange={(event) => set({ ...form, name: event.currentTarget.value })}
            />
            <VisibilityField
              value={form.visibility}
              widest={levels.grantable.visibility}
              canEdit={canEdit}
              kept={level.visibility}
              onChange={(visibility) => set({ ...form, visibility })}
            />
            <SignInRules form={form} canEdit={canEdit} onChange={set} />
            <Permissions form={form} levels={levels} canEdit={canEdit} onChange={set} />
            <SubjectChanges subject={`level ${level.id}`} />
          </div>
          <MenuPreview form={form} codes={levels.codes} />
        </div>
      </div>
      {editor.isAsking && (
        <SaveDialog
          level={level}
          changes={editor.changes}
          isSaving={bar.isSaving}
          onSave={editor.confirm}
          onClose={editor.cancel}
        />
      )}
    </div>
  );
}

type VisibilityProps = {
  value: Visibility;
  /** The widest visibility that the user may grant, and the saved one. */
  widest: Visibility;
  kept: Visibility;
  canEdit: boolean;
  onChange: (visibility: Visibility) => void;
};

function VisibilityField({ value, widest, kept, canEdit, onChange }: VisibilityProps) {
  const { t } = useTranslation('people/levels');
  const isTooWide = (each: Visibility) =>
    each !== kept && VISIBILITIES.indexOf(each) > VISIBILITIES.indexOf(widest);
  return (
    <Radio.Group
      label={t('visibility-label')}
      value={value}
      onChange={(next) => {
        const chosen = VISIBILITIES.find((each) => each === next);
        if (chosen) onChange(chosen);
      }}
    >
      <div className={classes['choices']}>
        {VISIBILITIES.map((each) => (
          <Radio
            key={each}
            value={each}
            label={t(`visibility.${each}`)}
            description={isTooWide(each) && canEdit ? t('not-yours') : t(`visibility-hint.${each}`)}
            disabled={!canEdit || isTooWide(each)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function SignInRules({ form, canEdit, onChange }: Omit<PermissionsProps, 'levels'>) {
  const { t } = useTranslation('people/levels');
  return (
    <>
      <Checkbox
        label={t('second-factor-required')}
        description={t('second-factor-hint')}
        checked={form.secondFactor === 'required'}
        disabled={!canEdit}
        onChange={(event) =>
          onChange({ ...form, secondFactor: event.currentTarget.checked ? 'required' : 'allowed' })
        }
      />
      <Checkbox
        label={t('sign-in-required')}
        description={t('sign-in-hint')}
        checked={form.signIn === 'provider'}
        disabled={!canEdit}
        onChange={(event) => onChange({ ...form, signIn: event.currentTarget.checked ? 'provider' : 'any' })}
      />
    </>
  );
}

type PermissionsProps = {
  form: LevelForm;
  levels: LevelsAnswer;
  canEdit: boolean;
  onChange: (form: LevelForm) => void;
};

function Permissions({ form, levels, canEdit, onChange }: PermissionsProps) {
  const { t } = useTranslation('people/levels');
  const [wanted, setWanted] = useState('');
  const groups = useMatchingGroups(groupsOf(levels.codes), wanted);
  return (
    <section aria-labelledby="role-permissions">
      <div className={classes['matrix-head']}>
        <h2 id="role-permissions">{t('permissions')}</h2>
        <SearchField
          words={{ search: t('search'), clear: t('show-all') }}
          value={wanted}
          onChange={setWanted}
        />
      </div>
      {groups.length === 0 ? (
        <EmptyState icon={IconSearch} title={t('none')} hint={t('none-hint')}>
          <Button variant="default" onClick={() => setWanted('')}>
            {t('show-all')}
          </Button>
        </EmptyState>
      ) : (
        <Matrix
          form={form}
          groups={groups}
          grantable={new Set(levels.grantable.codes)}
          canEdit={canEdit}
          onChange={onChange}
        />
      )}
    </section>
  );
}

/** Returns the rows whose page, group or activity matches the search. */
function useMatchingGroups(groups: readonly Group[], wanted: string): Group[] {
  const words = useWords();
  const word = wanted.trim().toLowerCase();
  return groups.flatMap(({ group, rows }) => {
    const found = rows.filter(({ code, activities }) =>
      [words.page(code), words.group(group), ...activities.map(words.activity)].some((text) =>
        text.toLowerCase().includes(word),
      ),
    );
    return found.length > 0 ? [{ group, rows: found }] : [];
  });
}
