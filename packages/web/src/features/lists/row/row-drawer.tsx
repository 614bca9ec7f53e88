import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { SaveState, type SaveStatus } from '#shared/ui/states/save-state.tsx';
import { Button, Switch } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { rowName, type List, type ListRow } from '@trunkline/contract';
import { lazy, Suspense, useId, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../drawer.module.css';
import { RowField } from './row-field.tsx';
import { StaleRow } from './stale-row.tsx';
import { TemplateLanguages } from './template-languages.tsx';
import type { ListActions } from '../use-list-actions.ts';
import { valuesOf, type RowForm } from './row-form.ts';
import { useRowForm } from './use-row-form.ts';

const TryRule = lazy(() => import('../rules/try-rule.tsx').then((module) => ({ default: module.TryRule })));

type Props = {
  list: List;
  row: ListRow | null;
  /** What the list is narrowed down to: a new row belongs there. */
  within: number | undefined;
  canEdit: boolean;
  actions: ListActions;
  onClose: () => void;
};

/** What needs room to be filled in. */
const WIDE_FIELDS = ['body', 'hours', 'options', 'reply'];

/** Makes a row, or changes one. What is typed survives closing. */
export function RowDrawer({ list, row, within, canEdit, actions, onClose }: Props) {
  const { t } = useTranslation('lists');
  const id = useId();
  const state = useRowForm({
    list,
    row,
    within,
    onSaved: (saved) => {
      const name = rowName(saved.row);
      actions.tell(t(row ? 'done.changed' : 'done.created', { name }), saved.operationId);
      onClose();
    },
  });
  const { form, refusal } = state;
  const asked = Object.entries(list.fields).filter(([field]) => list.asks(field, form.values));
  const name = rowName(row);
  const isFailed = refusal !== null && refusal.kind !== 'stale' && refusal.kind !== 'fields';

  function handleClose(): void {
    if (canEdit) state.keep();
    onClose();
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (state.isChanged) state.submit();
  }

  return (
    <Drawer
      opened
      onClose={handleClose}
      title={row ? name : t(`list.${list.kind}.new`)}
      width={WIDE_FIELDS.some((name) => name in list.fields) ? 560 : 440}
      footer={
        canEdit && (
          <>
            <span className={classes['status']}>
              <SaveState status={statusOf(state, isFailed)} />
            </span>
            <Button variant="default" onClick={handleClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" form={id} loading={state.isSaving} disabled={!state.isChanged}>
              {t(row ? 'save' : 'create')}
            </Button>
          </>
        )
      }
    >
      <form id={id} className={classes['form']} onSubmit={handleSubmit} noValidate>
        {!canEdit && (
          <p className={classes['locked']}>
            <IconLock size={16} stroke={1.75} aria-hidden />
            {t('read-only')}
          </p>
        )}
        {state.isRestored && (
          <Notice
            actions={
              <Button size="compact-sm" variant="subtle" onClick={state.discard}>
                {t('discard')}
              </Button>
            }
          >
            {t('restored')}
          </Notice>
        )}
        {refusal?.kind === 'stale' && (
          <StaleRow
            list={list}
            form={form}
            stale={refusal.stale}
            onApply={state.submit}
            onTake={state.takeTheirs}
          />
        )}
        {isFailed && <Notice kind="failed">{t(`failed.${refusal.kind}`)}</Notice>}
        <fieldset disabled={!canEdit} className={classes['fields']}>
          {asked.map(([field, definition], index) => (
            <RowField
              key={field}
              name={field}
              kind={list.kind}
              field={definition}
              value={form.values[field] ?? ''}
              beside={form.values}
              problem={state.problems[field]}
              isFirst={index === 0}
              isLocked={definition.isFixed === true && row?.is_used === true}
              onChange={(value) => state.set(field, value)}
            />
          ))}
          <Switch
            label={t('is-active')}
            description={t(list.startsOff ? 'starts-off' : 'active-hint')}
            checked={form.is_active}
            onChange={(event) => state.setActive(event.currentTarget.checked)}
          />
        </fieldset>
        <Beyond list={list} row={row} form={form} canEdit={canEdit} />
      </form>
    </Drawer>
  );
}

type BeyondProps = Pick<Props, 'list' | 'row' | 'canEdit'> & { form: RowForm };

/** What some lists have to say of a row besides its fields. */
function Beyond({ list, row, form, canEdit }: BeyondProps) {
  if (list.kind === 'templates') return <TemplateLanguages id={row?.id} values={form.values} />;
  if (list.kind !== 'automation' || !canEdit) return null;
  return (
    <Suspense>
      <TryRule list={list} values={valuesOf(list.fields, form)} />
    </Suspense>
  );
}

function statusOf(state: ReturnType<typeof useRowForm>, isFailed: boolean): SaveStatus {
  if (state.isSaving) return 'saving';
  if (isFailed) return 'failed';
  return state.isChanged ? 'unsaved' : 'saved';
}
