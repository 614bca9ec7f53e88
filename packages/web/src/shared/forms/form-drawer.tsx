import { OverlayBoundary } from '#shared/loading/lazy-overlay.tsx';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { SaveState, type SaveStatus } from '#shared/ui/states/save-state.tsx';
import { Button } from '@mantine/core';
import { useId, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './forms.module.css';
import { ViewOnly } from './view-only.tsx';

type State = {
  isChanged: boolean;
  isRestored: boolean;
  isSaving: boolean;
  submit: () => void;
  discard: () => void;
  keep: () => void;
};

type Props = {
  title: string;
  width?: number;
  state: State;
  /** Whether a record is created, not changed. */
  isNew: boolean;
  canEdit?: boolean;
  /** Why saving failed, where no field shows it: a standard sentence, or one of the form's own. */
  failure: 'offline' | 'failed' | { text: string } | null;
  /** What somebody else has saved meanwhile. */
  stale: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** A drawer with the form of one record. What is typed survives closing. */
export function FormDrawer(props: Props) {
  // A boundary of its own while texts load: otherwise the page below would be hidden and lose its focus.
  return (
    <OverlayBoundary onClose={props.onClose}>
      <OpenDrawer {...props} />
    </OverlayBoundary>
  );
}

function OpenDrawer(props: Props) {
  const { title, width, state, isNew, canEdit = true, failure, stale, onClose, children } = props;
  const { t } = useTranslation('shared/forms');
  const id = useId();

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
      title={title}
      {...(width !== undefined && { width })}
      footer={
        canEdit && (
          <>
            <span className={classes['status']}>
              <SaveState status={statusOf(state, failure !== null)} />
            </span>
            <Button variant="default" onClick={handleClose}>
              {t('close')}
            </Button>
            <Button type="submit" form={id} loading={state.isSaving} disabled={!state.isChanged}>
              {t(isNew ? 'create' : 'save')}
            </Button>
          </>
        )
      }
    >
      <form id={id} className={classes['form']} onSubmit={handleSubmit} noValidate>
        {!canEdit && <ViewOnly />}
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
        {stale}
        {failure !== null && (
          <Notice kind="failed">{typeof failure === 'string' ? t(`failed.${failure}`) : failure.text}</Notice>
        )}
        {children}
      </form>
    </Drawer>
  );
}

function statusOf({ isSaving, isChanged }: State, isFailed: boolean): SaveStatus {
  if (isSaving) return 'saving';
  if (isFailed) return 'failed';
  return isChanged ? 'unsaved' : 'saved';
}
