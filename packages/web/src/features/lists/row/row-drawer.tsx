import { lazyPart } from '#shared/loading/lazy-part.ts';
import { FormDrawer } from '#shared/forms/form-drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Switch } from '@mantine/core';
import { rowName, type SettingsList, type ListRow } from '@trunkline/contract';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMergedInto } from '../departments/use-merged-into.ts';
import classes from '../drawer.module.css';
import { RowField } from './row-field.tsx';
import { StaleRow } from './stale-row.tsx';
import { TemplateLanguages } from './template-languages.tsx';
import type { ListActions } from '../use-list-actions.ts';
import { valuesOf, type SaveRefusal, type RowForm } from './row-form.ts';
import { useRowForm } from './use-row-form.ts';

const TryRule = lazyPart(() =>
  import('../rules/try-rule.tsx').then((module) => ({ default: module.TryRule })),
);

type Props = {
  list: SettingsList;
  row: ListRow | null;
  /** The filter of the list, which is the default for a new row. */
  within: number | undefined;
  canEdit: boolean;
  actions: ListActions;
  onClose: () => void;
};

/** Field kinds that need a wide drawer. */
const WIDE_FIELDS = ['body', 'hours', 'options', 'reply'];

/** The form to create or change a row. What is typed survives closing. */
export function RowDrawer({ list, row, within, canEdit: mayEdit, actions, onClose }: Props) {
  const { t } = useTranslation('lists');
  const mergedInto = useMergedInto(list.kind, row?.id);
  const canEdit = mayEdit && mergedInto === undefined;
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

  return (
    <FormDrawer
      title={row ? name : t(`list.${list.kind}.new`)}
      width={WIDE_FIELDS.some((wide) => wide in list.fields) ? 560 : 440}
      state={state}
      isNew={row === null}
      canEdit={canEdit}
      failure={useFailure(refusal)}
      stale={
        refusal?.kind === 'stale' && (
          <StaleRow
            list={list}
            form={form}
            stale={refusal.stale}
            onApply={state.submit}
            onTake={state.takeTheirs}
          />
        )
      }
      onClose={onClose}
    >
      {mergedInto !== undefined && <Notice kind="info">{t('merged-into', { name: mergedInto })}</Notice>}
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
            onChange={(value) => state.setValue(field, value)}
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
    </FormDrawer>
  );
}

/** Returns why saving failed, where none of the fields shows it. */
function useFailure(refusal: SaveRefusal | null) {
  const { t } = useTranslation('lists');
  if (refusal === null || refusal.kind === 'stale' || refusal.kind === 'fields') return null;
  const { kind } = refusal;
  return kind === 'missing' || kind === 'full' ? { text: t(`failed.${kind}`) } : kind;
}

type BeyondProps = Pick<Props, 'list' | 'row' | 'canEdit'> & { form: RowForm };

/** What some lists show below the fields of a row. */
function Beyond({ list, row, form, canEdit }: BeyondProps) {
  if (list.kind === 'templates') return <TemplateLanguages id={row?.id} values={form.values} />;
  if (list.kind !== 'automation' || !canEdit) return null;
  return (
    <Suspense>
      <TryRule list={list} values={valuesOf(list.fields, form)} />
    </Suspense>
  );
}
